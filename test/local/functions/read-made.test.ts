import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDocumentFrom, readDocumentText } from "#lib/http/document";
import { followMade, readMade } from "#lib/local/functions/read-made";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { projectFolder, readRegistry } from "#lib/registry";

let data: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => data.remove());

const { signal } = new AbortController();
const readOpenapi = (folder: string, until: AbortSignal) => readMade("openapi", folder, until);

test("the document of all endpoints is made once, and kept in place of older ones", async () => {
  for (const old of ["openapi.json", "openapi-000000000000.json"])
    writeFileSync(join(data.folder, old), "old");
  const text = await readOpenapi(data.folder, signal);
  expect(text).toBe(JSON.stringify(openapiDocument(await readRegistry())));
  const [name = "", ...others] = readdirSync(data.folder);
  expect(others).toEqual([]);
  expect(statSync(join(data.folder, name)).mode & 0o777).toBe(0o600);
  writeFileSync(join(data.folder, name), "kept");
  expect(await readOpenapi(data.folder, signal)).toBe("kept");
});

test("a folder that takes no file does not keep the document from its reader", async () => {
  // a folder is not removed as a file would be
  mkdirSync(join(data.folder, "openapi-old.json"));
  expect(JSON.parse(await readOpenapi(data.folder, signal))).toMatchObject({ openapi: "3.1.1" });
});

test("concurrent requests make it once, and all fail with it; the next request makes it again", async () => {
  let makings = 0;
  readDocumentFrom(() => readOpenapi(data.folder, makings++ === 0 ? AbortSignal.abort() : signal));
  const failed = await Promise.allSettled([readDocumentText(), readDocumentText()]);
  expect([failed.map(({ status }) => status), makings]).toEqual([["rejected", "rejected"], 1]);
  const texts = await Promise.all([readDocumentText(), readDocumentText()]);
  expect([new Set(texts).size, makings]).toEqual([1, 2]);
  await readDocumentText();
  expect(makings).toBe(2);
});

test("a signal ends the making, and nothing is kept", async () => {
  const stopping = new AbortController();
  const reading = readOpenapi(data.folder, stopping.signal);
  stopping.abort();
  await expect(reading).rejects.toThrow("aborted");
  expect(readdirSync(data.folder)).toEqual([]);
});

test("the app is made again when a source of it has changed, and by concurrent requests once", async () => {
  const read = followMade("app", data.folder, signal);
  const first = read();
  expect(read()).toBe(first);
  expect(JSON.parse(await first).page).toContain("<!doctype html>");
  const [before = "", ...others] = readdirSync(data.folder);
  expect(others).toEqual([]);
  expect(read()).toBe(first);

  const style = join(projectFolder, "lib/web/browser/style.css");
  const { atime, mtime } = statSync(style);
  utimesSync(style, atime, new Date(mtime.getTime() + 5000));
  try {
    const second = read();
    expect(second).not.toBe(first);
    expect(JSON.parse(await second).page).toContain("<!doctype html>");
    const after = readdirSync(data.folder);
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
  } finally {
    utimesSync(style, atime, mtime);
  }
});

test("an app that could not be made is made at the next request", async () => {
  const read = followMade("app", data.folder, AbortSignal.abort());
  const first = read();
  await expect(first).rejects.toThrow("aborted");
  const second = read();
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow("aborted");
});
