import * as z from "zod";
import { readDocumentText } from "#lib/http/document";
import { file, publicEndpoint } from "#lib/http/endpoint";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/openapi.json",
    summary: "Get this document",
    description: "OpenAPI 3.1 as JSON.",
    query: z.looseObject({}),
    response: file,
  },
  async () => ({
    contentType: "application/json; charset=utf-8",
    body: await readDocumentText(),
    maxAge: 60,
  }),
);
