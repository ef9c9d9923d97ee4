/* What runs for a request of each kind: no figure may rise, and who lowers one lowers its budget here. */
import { execFileSync } from "node:child_process";
import { findPackageJSON } from "node:module";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";

const isInstalled = findPackageJSON("@dynoxide/linux-x64", import.meta.url) !== undefined;

interface Figures {
  route: string;
  title: string;
  files: number;
  functions: number;
}

test.skipIf(!isInstalled)("files and functions that run for a request", { timeout: 120_000 }, () => {
  const run = ["--require", "./bin/require-node-24.cjs", "bin/trace.ts", "--json"];
  const told = execFileSync(process.execPath, run, { cwd: projectFolder, encoding: "utf8" });
  const figures = told
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Figures);
  const budgets = [
    ["POST /table/{tableId}/record", "a plain table", 85, 373],
    ["POST /table/{tableId}/record", "a link to a record", 101, 583],
    ["GET /table/{tableId}/record", "a plain table", 68, 242],
    ["GET /table/{tableId}/record", "in the order of a view, by an index", 97, 375],
    ["GET /table/{tableId}/record/{recordId}", "a plain table", 59, 196],
    ["PATCH /table/{tableId}/record/{recordId}", "a plain table", 84, 375],
    ["POST /table/{tableId}/record/delete", "a plain table", 76, 287],
  ] as const;
  expect(figures.map(({ route, title }) => [route, title])).toEqual(
    budgets.map(([route, title]) => [route, title]),
  );
  const above = figures.filter(({ files, functions }, i) => {
    const [, , mostFiles = 0, mostFunctions = 0] = budgets[i] ?? [];
    return files > mostFiles || functions > mostFunctions;
  });
  expect(above).toEqual([]);
});
