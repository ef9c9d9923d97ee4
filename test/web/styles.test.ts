/* Styles of the app are global: two areas that give rules to one class change each other. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";

test("a class has its own rule in one file; others only add to it inside their area", async () => {
  const filesOf = new Map<string, Set<string>>();
  for (const file of globSync("lib/web/browser/**/*.css", { cwd: projectFolder })) {
    const text = (await readFile(path.join(projectFolder, file), "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, selectors = ""] of text.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors.split(",").map((each) => each.trim()))
        if (/^\.[a-z][\w-]*$/.test(selector))
          filesOf.set(selector, (filesOf.get(selector) ?? new Set()).add(file));
  }
  expect(filesOf.size).toBeGreaterThan(50);
  expect([...filesOf].filter(([, files]) => files.size > 1)).toEqual([]);
});
