/* Every item of the store is declared once, where its keys are made, and docs/design/items.md lists them all. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder, readRegistry } from "#lib/registry";
import { readDeclaredItems } from "#test/support/store/declared-items";
import { writeItemsPage } from "#test/support/store/items-page";

const items = readDeclaredItems();
const names = items.flatMap(({ entities }) => entities).filter((name) => !name.startsWith("("));
const readSource = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const code = globSync("lib/{accounts,data,store}/**/*.ts", { cwd: projectFolder }).map(readSource);
const registry = await readRegistry();

test("each entity that the code writes is declared, and each that is declared is written", () => {
  const written = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/\bentity: (?:"(\w+)"|[^,;"]+\? "(\w+)" : "(\w+)")/g)].flatMap(([, ...names]) =>
        names.filter(Boolean),
      ),
    ),
  );
  expect([...written].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !code.some((text) => text.includes(`"${name}"`)))).toEqual([]);
});

test("the items of an entity are declared in one folder", () => {
  const folders = Map.groupBy(items, ({ file }) => path.dirname(file).split("/").slice(0, 3).join("/"));
  const all = [...folders.values()].flatMap((own) => [...new Set(own.flatMap(({ entities }) => entities))]);
  expect(all).toEqual([...new Set(all)]);
});

test("code and consumers ask for entities that are declared", () => {
  const asked = [...code, ...registry.consumers.map(({ file }) => readSource(file))].flatMap((text) =>
    [...text.matchAll(/\bisEntity(?:<[^(]*>)?\("(\w+)"\)|\bentity(?: [!=]== |: )"(\w+)"/g)].map(
      ([, first, second]) => first ?? second,
    ),
  );
  const heard = registry.consumers.flatMap(({ handler }) =>
    handler.consumer.changes.map(({ entity }) => entity),
  );
  expect([...asked, ...heard].filter((entity) => !names.includes(entity as string))).toEqual([]);
});

test("docs/design/items.md is as the declarations say", async () => {
  const file = path.join(projectFolder, "docs/design/items.md");
  await expect(writeItemsPage(items, registry)).toMatchFileSnapshot(file);
});
