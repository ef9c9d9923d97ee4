import { expect, test } from "vitest";
import { handler as getDocs } from "#functions/docs/get-docs";
import { handler as getDocsFile } from "#functions/docs/get-docs-file";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";
import { guidePages } from "#test/docs/support/documents";
import { call } from "#test/support/requests/call";

test.each(["", "utm_source=mail&utm_medium[]=x", "filter={}"])(
  "200: the page, also with ?%s",
  async (query) => {
    const { status, body, headers } = await call(getDocs, { query });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<title>Gridless API<\/title>/);
  },
);

test("its policy allows files of this service, and no inline scripts", async () => {
  const { body, headers } = await call(getDocs);
  const policy = headers["content-security-policy"] ?? "";
  expect(policy.split("; ")).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]),
  );
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const markup = String(body).replaceAll(/<(pre|code)[^>]*>.*?<\/\1>/gs, "");
  expect(markup).not.toMatch(/<script(?![^>]*\bsrc=)|<[^>]*\son\w+=|<style|<[^>]*\sstyle=/);
});

test("its links exist, relative to the location of the page", async () => {
  const { body } = await call(getDocs);
  const links = [...body.matchAll(/<[^>]*(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
  const files = links.filter((link) => link.startsWith("docs/"));
  expect(files).toEqual(["docs/page.css", "docs/start.js"]);
  const ids = new Set([...body.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, id]) => `#${id}`));
  expect(links.filter((link) => link.startsWith("#") && !ids.has(link))).toEqual([]);
  const others = new Set(links.filter((link) => !/^(#|docs\/|data:image\/)/.test(link)));
  expect([...others].filter((link) => !/^https:\/\//.test(link)).sort()).toEqual([
    ".",
    "account/token",
    "openapi.json",
  ]);
  for (const link of files)
    expect(await call(getDocsFile, { params: { file: link.replace("docs/", "") } })).toMatchObject({
      status: 200,
    });
});

test("every operation, every named schema and every guide is in the HTML, each id once", async () => {
  const body = String((await call(getDocs)).body);
  const ids = [...body.matchAll(/<[^>]*\sid="([^"]+)"/g)].map(([, id]) => id as string);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  const registry = await readRegistry();
  const { endpoints } = registry;
  const { components } = openapiDocument(registry);
  const wanted = [
    ...endpoints.map(({ operation }) => operation),
    ...Object.keys(components.schemas).map((name) => `schema-${name}`),
    ...guidePages.map((file) => `guide-${file.replace(/^.*\/(.+)\.md$/, "$1")}`),
  ];
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  for (const { handler } of endpoints) expect(body).toContain(`data-path="${handler.definition.path}"`);
});

test("pages of other origins cannot frame it or hold its window, and no address is told", async () => {
  const { headers } = await call(getDocs);
  expect(headers).toMatchObject({
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
  });
});

test("small enough for an answer of Lambda, also uncompressed", async () => {
  const { bytes } = await call(getDocs);
  expect((bytes.length * 4) / 3).toBeLessThan(5 * 1024 * 1024);
});
