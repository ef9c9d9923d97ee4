import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

test("a temporary folder goes with what is in it", () => {
  const { folder, remove } = temporaryFolder();
  mkdirSync(join(folder, "a"));
  remove();
  expect(existsSync(folder)).toBe(false);
});
