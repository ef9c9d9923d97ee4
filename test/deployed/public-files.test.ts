/* The public documentation: its bytes arrive unchanged, compressed or not. */
import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openapiDocument } from "#lib/openapi/document";
import { ask, registry } from "./support.ts";

test.each([
  ["/docs", "text/html; charset=utf-8"],
  ["/docs/minisearch.js", "text/javascript; charset=utf-8"],
  ["/docs/page.css", "text/css; charset=utf-8"],
  ["/openapi.json", "application/json; charset=utf-8"],
])("200: %s, compressed if the client accepts it", async (url, type) => {
  const plain = await ask("GET", url);
  const asked = (coding: string) => ask("GET", url, { headers: { "accept-encoding": coding } });
  const [best, gzipped] = [await asked("br, gzip"), await asked("gzip")];
  for (const { status, headers } of [plain, best, gzipped])
    expect({ status, type: headers["content-type"], vary: headers["vary"] }).toEqual({
      status: 200,
      type,
      vary: "accept-encoding",
    });
  const codings = [plain, best, gzipped].map(({ headers }) => headers["content-encoding"]);
  expect(codings).toEqual([undefined, "br", "gzip"]);
  for (const { bytes } of [best, gzipped]) expect(bytes.length).toBeLessThan(plain.bytes.length);
  expect(Buffer.compare(brotliDecompressSync(best.bytes), plain.bytes)).toBe(0);
  expect(Buffer.compare(gunzipSync(gzipped.bytes), plain.bytes)).toBe(0);
});

test("200: the OpenAPI document is that of the deployed endpoints", async () => {
  const { body } = await ask("GET", "/openapi.json");
  expect(JSON.stringify(body)).toBe(JSON.stringify(openapiDocument(registry)));
});
