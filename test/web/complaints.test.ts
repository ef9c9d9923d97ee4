/* The complaints that docs/design/web.md lists: each has a test with the title that is written there. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";

const text = await readFile(path.join(projectFolder, "docs/design/web.md"), "utf8");
const [, section = ""] = text.split("## What users of other grids complain of");
const rows = section
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ["))
  .map((line) => line.split(" | ").map((part) => part.replace(/^\|\s*|\s*\|$/g, "")));

test("each complaint has a test with that title", async () => {
  expect(rows?.length).toBeGreaterThanOrEqual(13);
  for (const [complaint, , file, title = ""] of rows ?? []) {
    const tests = await readFile(path.join(projectFolder, `test/pages/${file}.test.ts`), "utf8");
    expect(tests.includes(`test("${title}"`), `${complaint}: ${file}: ${title}`).toBe(true);
  }
});
