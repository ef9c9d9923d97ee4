/* The README is true: its commands run as they stand, what it links to is there, its figures are those of the code. */
import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { limitsTable } from "#lib/openapi/about";
import { projectFolder } from "#lib/registry";
import { startServer } from "#test/support/requests/server";

const run = promisify(execFile);
const readme = await readFile(path.join(projectFolder, "README.md"), "utf8");
const packageJson = JSON.parse(await readFile(path.join(projectFolder, "package.json"), "utf8"));

test("the first calls work as they stand", async () => {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(path.join(folder, ".gridless"));
  try {
    const [, script = ""] = /```sh\n(eval .*?)```/s.exec(readme) ?? [];
    const { stdout } = await run("bash", ["-euc", script], { cwd: folder });
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
      records: [{ fields: { Task: "Write", Due: "2026-12-01T00:00:00.000Z" } }],
      nextCursor: expect.any(String),
    });
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
});

test("every npm script that it names is there, and every script has a line", () => {
  const code = readme.match(/```.*?```|`[^`]*`/gs)?.join("\n") ?? "";
  const named = [...code.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name);
  const scripts = Object.keys(packageJson.scripts);
  expect(named.filter((name) => !["ci", ...scripts].includes(name ?? ""))).toEqual([]);
  expect(scripts.filter((name) => !named.includes(name))).toEqual([]);
});

test("no figure is left to be filled in", () => expect(readme).not.toMatch(/@[A-Z]+@/));

test("every file that it names is there", async () => {
  const files = [...readme.matchAll(/`((?:lib|bin|test|functions|\.ci)\/[\w./-]*\w)`/g)].map(
    ([, file]) => file ?? "",
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) await access(path.join(projectFolder, file));
});

test("its limits are those of the code", () => {
  // the formatter pads its tables
  const rows = (text: string) =>
    text.split("\n").map((line) => line.replace(/\s+/g, " ").replace(/-+/g, "-"));
  const limits = rows(limitsTable).filter((row) => !row.startsWith("|-"));
  expect(limits.length).toBeGreaterThan(20);
  expect(rows(readme)).toEqual(expect.arrayContaining(limits));
});
