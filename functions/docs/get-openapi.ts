import * as z from "zod";
import { readDocumentText } from "#lib/http/document";
import { file, publicEndpoint } from "#lib/http/endpoint";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/openapi.json",
    group: "docs",
    summary: "Get the OpenAPI document",
    description: "This document: OpenAPI 3.1 as JSON.",
    query: z.looseObject({}),
    response: file("application/json"),
  },
  async () => ({
    contentType: "application/json; charset=utf-8",
    body: await readDocumentText(),
    maxAge: 60,
  }),
);
