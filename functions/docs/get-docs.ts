import * as z from "zod";
import { pageHeaders, readPage } from "#lib/docs/page";
import { file, publicEndpoint } from "#lib/http/endpoint";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/docs",
    group: "docs",
    summary: "Get the documentation page",
    description:
      "HTML for a browser: a quick start, the guide, and every call, which can be tried there. `/docs#token=…` fills in a token; the fragment is sent to no server.",
    query: z.looseObject({}),
    response: file("text/html"),
  },
  async () => ({
    contentType: "text/html; charset=utf-8",
    body: await readPage(),
    maxAge: 60,
    headers: pageHeaders,
  }),
);
