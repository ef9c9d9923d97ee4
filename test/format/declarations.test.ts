/*
 * What the items of the store are, as their types say: recorded in declarations.txt with the format. If this test fails, the items
 * changed. Decide what that is for a Gridless that does not know the change (lib/store/format/format.ts): raise `format` if the present
 * one is published (CHANGELOG.md), and `oldest` if a former Gridless would read or write the items wrongly. Then write the record anew:
 * npm test -- test/format/declarations.test.ts -u
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { ownFormat } from "#lib/store/format/format";

const declaration = /^(?:export )?(?:type|interface) (\w+)/;
const files = globSync("lib/{accounts,data,store}/**/*.ts", { cwd: projectFolder }).sort();

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** The declarations of types in a file, without comments, by their names. */
function declarationsIn(file: string): [name: string, text: string][] {
  const lines = read(file)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .split("\n");
  return lines.flatMap((line, i): [string, string][] => {
    const [, name] = declaration.exec(line) ?? [];
    if (!name) return [];
    let text = "";
    // it ends at the line that closes it: nothing at the top level is indented
    for (let k = i; k < lines.length; k++) {
      text += ` ${lines[k]?.trim()}`;
      if (/^\S.*;$|^\}|^ {2}.*;$/.test(lines[k] ?? "") && isClosed(text)) break;
    }
    return [[name, text.replace(/\s+/g, " ").trim()]];
  });
}

const isClosed = (text: string) => (text.match(/[{(]/g)?.length ?? 0) === (text.match(/[})]/g)?.length ?? 0);

/** The names that a file imports. */
const importsOf = (file: string): Set<string> =>
  new Set(
    [...read(file).matchAll(/^import [^;]*? from /gm)].flatMap(([text]) => text.match(/\b[A-Z]\w+\b/g) ?? []),
  );

const isOfItems = /(?: = |& )(?:store\.)?Item\b(?!\[)|extends (?:\w+, )*Item\b/;

/** Whether it has functions, or is of any item: nothing that is stored. */
const isCode = (text: string) => /\w\(|=>|Entity\b/.test(text);

test("the items are as they are recorded, and the record is of this format", async () => {
  const all = files.flatMap((file) => declarationsIn(file).map(([name, text]) => ({ file, name, text })));
  const byName = Map.groupBy(all, ({ name }) => name);
  const imported = new Map(files.map((file) => [file, importsOf(file)]));
  // a type of items, and each type of these folders that it is made of
  const found = new Set(all.filter(({ text }) => isOfItems.test(text) && !isCode(text)));
  for (const { file, text } of found)
    for (const [word] of text.matchAll(/\b[A-Z]\w+\b/g))
      for (const each of byName.get(word) ?? [])
        if ((each.file === file || imported.get(file)?.has(word)) && !isCode(each.text)) found.add(each);
  const lines = [...found].map(({ file, text }) => `${file}: ${text.replace(/^export /, "")}`).sort();
  expect(lines.length).toBeGreaterThan(100);
  const { format, oldest } = ownFormat;
  await expect(`format ${format}, oldest ${oldest}\n\n${lines.join("\n")}\n`).toMatchFileSnapshot(
    path.join(import.meta.dirname, "declarations.txt"),
  );
});
