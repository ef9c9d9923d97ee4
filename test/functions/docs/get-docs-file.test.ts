import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { handler as getDocsFile } from "#functions/docs/get-docs-file";
import { call } from "#test/support/requests/call";

const get = (file: string) => call(getDocsFile, { params: { file }, query: "v=1" });
const packaged = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8");

test.each([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
])("200: %s, as it lies in the package", async (file, type) => {
  const { status, body, headers } = await get(file);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": type,
    "cache-control": "public, max-age=3600",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
  expect(body === packaged(file)).toBe(true);
});

test.each([
  ["start.js", "text/javascript; charset=utf-8", "SwaggerUIBundle("],
  ["page.css", "text/css; charset=utf-8", ".swagger-ui"],
  ["icon.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'"],
])("200: %s, which is ours", async (file, type, part) => {
  const { status, body, headers } = await get(file);
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type });
  expect(body).toContain(part);
});

test("200: compressed for who takes that, and small enough for a Lambda's answer", async () => {
  const file = "swagger-ui-bundle.js";
  const headers = { "accept-encoding": "gzip, br" };
  const answer = await call(getDocsFile, { params: { file }, headers });
  expect(answer.headers).toMatchObject({ "content-encoding": "gzip" });
  expect(answer.bytes.length).toBeLessThan(768 * 1024);
  expect(gunzipSync(answer.bytes).toString() === packaged(file)).toBe(true);
});

test.each([
  ...[
    "package.json",
    "swagger-ui-bundle.js.map",
    "index.html",
    "swagger-initializer.js",
    "START.JS",
    "start.js ",
  ],
  ...["..", "../package.json", "../../package.json", "..%2fpackage.json", "%2e%2e/page.ts", "/etc/passwd"],
  ...["__proto__", "constructor", "toString", "\0start.js", " "],
])("404: %j", async (file) => {
  const { status, body } = await get(file);
  expect({ status, body }).toMatchObject({ status: 404, body: { status: 404, code: "not_found" } });
});
