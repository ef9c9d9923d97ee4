import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDataFolder as open, versionOf } from "#lib/local/store/data-folder";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

const openDataFolder = (path: string) => open(path, [versionOf.embedded, versionOf.dynoxide]);

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

test("a new folder is made; it says its version once a store is made in it", () => {
  const path = join(temporary.folder, "not", "there");
  const { folder, version, setVersion, close } = openDataFolder(path);
  expect([version, existsSync(join(folder, "version"))]).toEqual([undefined, false]);
  setVersion(versionOf.embedded);
  close();
  expect(readFileSync(join(folder, "version"), "utf8")).toBe("2\n");
  const again = openDataFolder(path);
  expect(again.version).toBe("2");
  again.close();
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
    `the data folder ${temporary.folder} is of version 7, this Gridless reads version 2`,
  );
  writeFileSync(file, "1");
  openDataFolder(temporary.folder).close();
});

test("a folder for all users is refused, and left as it is", () => {
  const shared = join(temporary.folder, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  expect(() => openDataFolder(shared)).toThrow(
    `the folder ${shared} is for all users: set GRIDLESS_DATA to a folder in it`,
  );
  expect(statSync(shared).mode & 0o7777).toBe(0o1777);
});

test("a folder that was there is closed to others with all that is in it, also when it cannot be opened", () => {
  const path = join(temporary.folder, "data");
  mkdirSync(join(path, "files", "deep"), { recursive: true });
  const all = ["files/deep/part", "dev.json", "version"].map((name) => join(path, name));
  for (const file of all) writeFileSync(file, "7\n");
  const folders = [path, join(path, "files"), join(path, "files/deep")];
  for (const each of [...folders, ...all]) chmodSync(each, 0o777);
  symlinkSync("/etc/passwd", join(path, "link"));
  const before = statSync("/etc/passwd").mode;
  expect(() => openDataFolder(path)).toThrow("is of version 7");
  for (const each of [...folders, ...all]) expect([each, statSync(each).mode & 0o777]).toEqual([each, 0o700]);
  expect(statSync("/etc/passwd").mode).toBe(before);
});

const refusals: [what: string, path: (temporary: string) => string, reason: (path: string) => string][] = [
  ["where the system makes nothing", () => "/proc/none", (path) => `the system refuses to make ${path}`],
  ["below that", () => "/proc/none/a/b", () => "the system refuses to make /proc/none"],
  ["a file", (folder) => join(folder, "file"), (path) => `${path} is not a folder`],
  [
    "below a file",
    (folder) => join(folder, "file/a/b"),
    (path) => `${resolve(path, "../..")} is not a folder`,
  ],
  ["a link to nothing", (folder) => join(folder, "link"), (path) => `${path} is not a folder`],
  [
    "a read-only folder of another user",
    (folder) => join(folder, "readable"),
    (path) => `permission denied at ${path}`,
  ],
  [
    "below a read-only folder",
    (folder) => join(folder, "readable/a/b"),
    (path) => `permission denied at ${dirname(path)}`,
  ],
];

describe.each(refusals)("%s", (_, pathIn, reasonOf) => {
  test("is refused with what to do", () => {
    writeFileSync(join(temporary.folder, "file"), "");
    symlinkSync("none", join(temporary.folder, "link"));
    mkdirSync(join(temporary.folder, "readable"), { mode: 0o555 });
    chmodSync(temporary.folder, 0o755);
    const path = pathIn(temporary.folder);
    const message = `the data folder ${path} cannot be used: ${reasonOf(path)}; set GRIDLESS_DATA to a folder that this user may write`;
    withoutRoot(() =>
      expect(() => openDataFolder(path)).toThrow(expect.objectContaining({ name: "StartError", message })),
    );
  });
});

/** Permissions do not hold root back. */
function withoutRoot(work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
