import * as z from "zod";
import { contentSecurityPolicy, page } from "#lib/docs/page";
import { file, publicEndpoint } from "#lib/http/endpoint";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/docs",
    summary: "Get the documentation page",
    description: "HTML for a browser. Every call can be tried there.",
    query: z.looseObject({}),
    response: file,
  },
  () => ({
    contentType: "text/html; charset=utf-8",
    body: page,
    maxAge: 60,
    headers: {
      "content-security-policy": contentSecurityPolicy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  }),
);
