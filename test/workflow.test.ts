/* The pipeline, as far as it can be known without GitHub. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";

const file = ".github/workflows/ci.yml";
const workflow = await readFile(path.join(projectFolder, file), "utf8");

test("actions are pinned to a commit, beside the version it is", () => {
  const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(used.length).toBeGreaterThan(5);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("jobs may read the code, and have an identity at AWS where they need one; there is no secret", () => {
  const permissions = [...workflow.matchAll(/^( *)permissions:\n((?:\1 +.*\n)+)/gm)];
  expect(permissions.map(([, , lines = ""]) => lines.trim().split(/\n */))).toEqual([
    ["contents: read"],
    ["contents: read", "id-token: write"],
    ["contents: read", "id-token: write"],
  ]);
  expect(workflow).not.toContain("secrets.");
});

const { error } = spawnSync("actionlint", ["-version"]);
test.skipIf(error)("actionlint finds nothing", () => {
  const { status, stdout } = spawnSync("actionlint", [file], { cwd: projectFolder, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});
