import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { handler as getDocsFile } from "#functions/docs/get-docs-file";
import { projectFolder } from "#lib/registry";
import { call } from "#test/support/requests/call";

const get = (file: string) => call(getDocsFile, { params: { file }, query: "v=1" });
const minisearch = readFileSync(path.join(projectFolder, "node_modules/minisearch/dist/es/index.js"), "utf8");

test("200: the search library, unchanged from the package", async () => {
  const { status, body, headers } = await get("minisearch.js");
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
  expect(body === minisearch).toBe(true);
});

test("200: every script and style that another one loads", async () => {
  const folder = path.join(projectFolder, "lib/docs/browser");
  for (const name of readdirSync(folder)) {
    const { status, body } = await get(name);
    expect({ name, status }).toEqual({ name, status: 200 });
    expect(body).toBe(readFileSync(path.join(folder, name), "utf8"));
    for (const [, imported = ""] of String(body).matchAll(/from "\.\/([\w.-]+)"/g))
      expect({ imported, status: (await get(imported)).status }).toEqual({ imported, status: 200 });
  }
});

test.each([
  ["start.js", "text/javascript; charset=utf-8", "startSearch()"],
  ["page.css", "text/css; charset=utf-8", "prefers-color-scheme: dark"],
  ["icon.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'"],
])("200: %s, a file of this service", async (file, type, part) => {
  const { status, body, headers } = await get(file);
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type });
  expect(body).toContain(part);
});

test("200: compressed if accepted", async () => {
  const file = "minisearch.js";
  const headers = { "accept-encoding": "gzip, br" };
  const answer = await call(getDocsFile, { params: { file }, headers });
  expect(answer.headers).toMatchObject({ "content-encoding": "br" });
  expect(answer.bytes.length).toBeLessThan(32 * 1024);
  expect(brotliDecompressSync(answer.bytes).toString() === minisearch).toBe(true);
});

test.each([
  ...["package.json", "minisearch.js.map", "page.html", "START.JS", "start.js "],
  ...["..", "../package.json", "../../package.json", "..%2fpackage.json", "%2e%2e/page.ts", "/etc/passwd"],
  ...["__proto__", "constructor", "toString", "\0start.js", " "],
])("404: %j", async (file) => {
  const { status, body } = await get(file);
  expect({ status, body }).toMatchObject({ status: 404, body: { status: 404, code: "not_found" } });
});
