import { expect, test } from "vitest";
import { handler as getDocs } from "#functions/docs/get-docs";
import { handler as getDocsFile } from "#functions/docs/get-docs-file";
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

test("its policy lets in what this service serves, and no script that stands in the page", async () => {
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
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=/);
});

test("what it links to is there, relative to wherever the page is", async () => {
  const { body } = await call(getDocs);
  const links = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string);
  const files = links.filter((link) => link.startsWith("docs/"));
  expect(files).toHaveLength(4);
  for (const link of links) expect(link).toMatch(/^(docs\/|data:image\/|openapi\.json$)/);
  for (const link of files)
    expect(await call(getDocsFile, { params: { file: link.replace("docs/", "") } })).toMatchObject({
      status: 200,
    });
});
