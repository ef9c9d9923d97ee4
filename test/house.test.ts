/*
 * What makes the middle of the house hard to change, counted. No figure may rise: who lowers one lowers its budget here. What runs
 * for a request is counted by test/bin/trace.test.ts.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";

const middle = "lib/{data,engine}/**/*.ts";
const house = "{lib,functions}/**/*.{ts,tsx}";

/** The code of these files, without comments. */
const codeOf = (files: string): string[] =>
  globSync(files, { cwd: projectFolder })
    .map((file) => readFileSync(path.join(projectFolder, file), "utf8"))
    .map((text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""));

/** The same without texts: a message may say "as text". */
const withoutTexts = (text: string): string => text.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '""');

/** A record that was prepared says so by its type, so calls of `prepare` are none of these. */
const firstCalls =
  /\b(?:loadCellCode|connectFields)\(|\b(?:people|names|lookups|fullLinks|holders|cell)\??\.load\(/g;

describe("of the code", () => {
  test.each([
    ["maps by the identity of an object", middle, /new WeakMap/g, 2],
    ["calls that must come before a cell is read", house, firstCalls, 17],
    ["lines about one side of a link", house, /^.*\b(?:isMany|isHidden)\b.*$/gm, 89],
    ["versions of schemas that are raised by hand", house, /schemaVersion \+ 1/g, 1],
    ["late imports of the middle", middle, /\bimport\("/g, 100],
    ["casts", house, /[\w)\]}] as (?!const\b|never\b|unknown\b)[\w{[(]/g, 949],
    ["casts over unknown", house, /\bas unknown as\b/g, 12],
    ["casts to never", house, /\bas never\b/g, 19],
    ["lines of the middle, with comments not counted", middle, /\S.*\n/g, 48_018],
  ])("%s", (what, files, counts, budget) => {
    const code = what === "casts" ? codeOf(files).map(withoutTexts) : codeOf(files);
    const count = code.reduce((sum, text) => sum + (text.match(counts) ?? []).length, 0);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(budget);
  });

  test("names that two files of lib export", () => {
    const names = codeOf("lib/**/*.ts").flatMap((text) => [
      ...new Set(
        [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)].map(
          ([, name]) => name,
        ),
      ),
    ]);
    const files = Map.groupBy(names, (name) => name);
    expect([...files.values()].filter(({ length }) => length > 1).length).toBeLessThanOrEqual(172);
  });
});
