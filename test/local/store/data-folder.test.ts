import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataFolder } from "#lib/local/store/data-folder";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

test("a new folder is made and says its version", () => {
  const { folder, close } = openDataFolder(join(temporary.folder, "not", "there"));
  expect(readFileSync(join(folder, "version"), "utf8")).toBe("1\n");
  close();
});

test("one process at a time, and free again afterwards", () => {
  const first = openDataFolder(temporary.folder);
  expect(() => openDataFolder(temporary.folder)).toThrow(
    `the data folder ${temporary.folder} is in use by another Gridless`,
  );
  first.close();
  openDataFolder(temporary.folder).close();
});

test("another version is refused, and the folder let go of", () => {
  const file = join(temporary.folder, "version");
  writeFileSync(file, "7\n");
  expect(() => openDataFolder(temporary.folder)).toThrow(
    `the data folder ${temporary.folder} is of version 7, this Gridless reads version 1`,
  );
  writeFileSync(file, "1");
  openDataFolder(temporary.folder).close();
});

test("a folder that cannot be one", () => {
  const path = join(temporary.folder, "file");
  writeFileSync(path, "");
  expect(() => openDataFolder(path)).toThrow(
    expect.objectContaining({
      name: "StartError",
      message: expect.stringContaining(`${path} cannot be used`),
    }),
  );
});
