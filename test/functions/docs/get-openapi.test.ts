import { expect, test } from "vitest";
import { handler as getOpenapi } from "#functions/docs/get-openapi";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";
import { call } from "#test/support/requests/call";

test("200: the document of the endpoints, to anybody, whatever the query", async () => {
  const { status, body, headers } = await call(getOpenapi, { query: "utm_source=mail&a[]=1" });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=60",
    "x-request-id": expect.any(String),
  });
  expect(JSON.stringify(body)).toBe(JSON.stringify(openapiDocument(await readRegistry())));
});
