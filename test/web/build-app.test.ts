/* How large the app is, and what is in it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildApp } from "#lib/web/build/build-app";

const { page, tablePage, files } = await buildApp();
const namedBy = (html: string) =>
  [...html.matchAll(/\/app\/assets\/([\w.-]+)/g)].map(([, name = ""]) => name);
const named = namedBy(page);
const gzipped = (name: string) => Buffer.byteLength(files[name]?.gzip ?? "", "base64");
const textOf = (name: string) => Buffer.from(files[name]?.body ?? "", "base64").toString();

const anyImport = /"\.\/([\w-]+\.js)"/g;
const lateImport = /import\("\.\/([\w-]+\.js)"\)/g;
const importsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, other = ""]) => other);

/** Scripts with all that they import at once; `isWhole`: also what is imported when it is first shown. */
function reachedFrom(names: string[], isWhole = true, found = new Set<string>()): Set<string> {
  for (const name of names)
    if (!found.has(name)) {
      found.add(name);
      const text = isWhole ? textOf(name) : textOf(name).replace(lateImport, "");
      reachedFrom(importsIn(text, anyImport), isWhole, found);
    }
  return found;
}

test("each page begins with at most 70 kB of scripts and 12 kB of style, compressed; what comes later is as small", () => {
  const main = named.filter((name) => name.endsWith(".js"));
  // of all scripts the compiler of formulas is 15 kB, and the engine of regular expressions 46 kB
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + gzipped(name), 0);
  const late = main.flatMap((name) => importsIn(textOf(name), lateImport));
  const pages = late.filter((name) => /^(?:home|base|table)-/.test(name));
  expect(pages).toHaveLength(3);
  for (const each of pages) expect(sum(reachedFrom([...main, each], false))).toBeLessThanOrEqual(70_000);
  expect(sum(reachedFrom(main))).toBeLessThanOrEqual(264_000);
  expect(sum(named.filter((name) => name.endsWith(".css")))).toBeLessThanOrEqual(12_000);
});

test("the page of a table names each script that its first rows need, and no other: two files", () => {
  const main = named.filter((name) => name.endsWith(".js"));
  const table = Object.keys(files).filter((name) => name.startsWith("table-"));
  expect(table).toHaveLength(1);
  const needed = reachedFrom([...main, ...table], false);
  expect([...needed].sort()).toEqual([...main, ...table].sort());
  expect(
    namedBy(tablePage)
      .filter((name) => name.endsWith(".js"))
      .sort(),
  ).toEqual([...needed].sort());
});

test("the same sources give the same names, and each file is named by the page or by another one", async () => {
  expect(Object.keys((await buildApp()).files)).toEqual(Object.keys(files));
  const styles = named.filter((name) => name.endsWith(".css"));
  expect([...reachedFrom(named)].sort()).toEqual(Object.keys(files).sort());
  expect(styles).toHaveLength(1);
});

test("it brings no schemas and nothing of the server: their types are gone when it is built", () => {
  for (const name of Object.keys(files)) expect(textOf(name)).not.toMatch(/_zod|aws-sdk|node:/);
});

test("npm start builds it without development dependencies", () => {
  const sources = globSync("lib/web/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
  const named = sources.flatMap((source) =>
    [...source.matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)["/]/g)].map(([, name = ""]) => name),
  );
  const packages = JSON.parse(readFileSync("package.json", "utf8"));
  expect(new Set(named)).toContain("preact");
  expect([...new Set(named)].filter((name) => !Object.hasOwn(packages.dependencies, name))).toEqual([]);
});
