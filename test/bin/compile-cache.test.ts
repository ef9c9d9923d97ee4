/* Where compiled code is kept: it is run at the next start, so no other user may be able to write there. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { spawnServer } from "#test/support/requests/server";

let data: ReturnType<typeof temporaryFolder>;
let inCheckout: string;
let atHome: string;
beforeEach(() => {
  data = temporaryFolder();
  mkdirSync(join(data.folder, "bin"));
  mkdirSync(join(data.folder, "node_modules/.cache"), { recursive: true });
  copyFileSync(join(projectFolder, "bin/compile-cache.cjs"), join(data.folder, "bin/compile-cache.cjs"));
  inCheckout = join(data.folder, "node_modules/.cache/gridless");
  atHome = join(data.folder, "home/gridless");
});
afterEach(() => data.remove());

/** Runs a program with it; gives the folder that it keeps its code in. */
function keptIn(environment: Record<string, string> = { XDG_CACHE_HOME: join(data.folder, "home") }): string {
  const program = join(data.folder, "program.mts");
  writeFileSync(
    program,
    `import { getCompileCacheDir } from "node:module"; console.log(getCompileCacheDir() as string);`,
  );
  const flags = ["--require", join(data.folder, "bin/compile-cache.cjs")];
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  return execFileSync(process.execPath, [...flags, program], { encoding: "utf8", env }).trim();
}

const isRoot = process.getuid?.() === 0;

test("in node_modules, where only its user may read it", () => {
  expect(keptIn()).toContain(inCheckout);
  expect(statSync(inCheckout).mode & 0o777).toBe(0o700);
  const [version = ""] = readdirSync(inCheckout);
  expect(readdirSync(join(inCheckout, version)).length).toBeGreaterThan(0);
  expect(keptIn()).toContain(inCheckout);
});

test.each<[string, (folder: string) => void]>([
  ["other users may write to", (folder) => chmodSync(folder, 0o777)],
  ["other users may read", (folder) => chmodSync(folder, 0o750)],
])("not in a folder that %s: then at home", (_, open) => {
  mkdirSync(inCheckout, { mode: 0o700 });
  open(inCheckout);
  expect(keptIn()).toContain(atHome);
  expect(readdirSync(inCheckout)).toEqual([]);
});

test.runIf(isRoot)("not in a folder of another user", () => {
  mkdirSync(inCheckout, { mode: 0o700 });
  chownSync(inCheckout, 12_345, 12_345);
  expect(keptIn()).toContain(atHome);
});

test("not behind a link", () => {
  mkdirSync(join(data.folder, "elsewhere"), { mode: 0o700 });
  symlinkSync(join(data.folder, "elsewhere"), inCheckout);
  expect(keptIn()).toContain(atHome);
});

test("where no folder can be made, programs run without it", () => {
  writeFileSync(inCheckout, "");
  expect(keptIn({ XDG_CACHE_HOME: "/proc/none" })).toBe("undefined");
});

test("NODE_COMPILE_CACHE names another folder", () => {
  const elsewhere = join(data.folder, "elsewhere");
  expect(keptIn({ NODE_COMPILE_CACHE: elsewhere })).toContain(elsewhere);
});

test("what is filled before the first start is what the server reads", async () => {
  const compiled = join(data.folder, "compiled");
  const folder = join(data.folder, "data");
  const started = spawnServer(folder, { NODE_COMPILE_CACHE: compiled }, ["--help"]);
  await once(started.process, "close");

  // Node keeps a folder for each set of options that change what V8 compiles
  const folders = readdirSync(compiled).filter((name) => !name.startsWith("filled-"));
  expect(folders).toHaveLength(1);
  expect(readdirSync(join(compiled, folders[0] ?? "")).length).toBeGreaterThan(1000);
}, 300_000);
