import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOpenapi } from "#lib/local/functions/read-openapi";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

let data: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => data.remove());

const { signal } = new AbortController();

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

test("throws where it cannot be kept, and works when it can", async () => {
  const folder = join(data.folder, "later");
  await expect(readOpenapi(folder, signal)).rejects.toThrow("ENOENT");
  mkdirSync(folder);
  expect(await readOpenapi(folder, signal)).toMatch(/^\{"openapi":"3\.1\.1"/);
});

test("a signal ends the making, and nothing is kept", async () => {
  const stopping = new AbortController();
  const reading = readOpenapi(data.folder, stopping.signal);
  stopping.abort();
  await expect(reading).rejects.toThrow("aborted");
  expect(readdirSync(data.folder)).toEqual([]);
});
