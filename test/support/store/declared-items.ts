/*
 * The items of the store, as the modules that own them declare them: by the table in the comment at the head of the module.
 *
 *  entity            pk             sk           cost
 *  field, goneField  TABLE#<table>  FIELD#<fld>  what it is and costs, also on further
 *                                                lines
 *
 * An entity that stands in brackets is a name for people: such items have no attribute `entity`. In a key, `<…>` is text without "#",
 * that of an id begins with the prefix of its kind; `…` is any text; a single bar parts keys that are possible.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";

export interface DeclaredItem {
  entities: string[];
  pk: string[];
  sk: string[];
  cost: string;
  /** The module, from the project's folder. */
  file: string;
}

const top = /^ \* {2}entity +pk +sk +cost$/;
const row = /^ \* {2}(\S.*?) {2,}(\S.*?) {2,}(\S.*?) {2,}(\S.*)$/;
const more = /^ \* {10,}(\S.*)$/;

/** All items, in the order of the folders. Throws for a row that is not written as above. */
export function readDeclaredItems(): DeclaredItem[] {
  return globSync("lib/{accounts,data,store}/**/*.ts", { cwd: projectFolder }).sort().flatMap(itemsOf);
}

function itemsOf(file: string): DeclaredItem[] {
  const [head = ""] = readFileSync(path.join(projectFolder, file), "utf8").split("*/", 1);
  const lines = head.split("\n");
  const start = lines.findIndex((line) => top.test(line));
  const items: DeclaredItem[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (/^ \*? ?$/.test(line)) break;
    const [, entities = "", pk = "", sk = "", cost = ""] = row.exec(line) ?? [];
    const last = items.at(-1);
    const [, further] = more.exec(line) ?? [];
    if (further && last) last.cost += ` ${further}`;
    else if (entities) items.push({ entities: entities.split(", "), pk: keys(pk), sk: keys(sk), cost, file });
    else throw new Error(`${file}: this is no row of a table of items: ${line}`);
  }
  return items;
}

const keys = (text: string) => text.split(" | ");

const prefixes: Record<string, string> = {
  ...{ space: "spc", base: "bse", table: "tbl", view: "viw", user: "usr" },
  ...Object.fromEntries("fld rec com job acc inv not clt plg whk evt".split(" ").map((id) => [id, id])),
};

const patternOf = (key: string) =>
  key.replace(/<(.*?)>|…|[^\w<…]/g, (part, name?: string) => {
    if (part === "…") return "[^]+";
    return name === undefined ? `\\${part}` : `${prefixes[name] ?? ""}[^#]+`;
  });

const matcher = (all: string[]) => new RegExp(`^(?:${all.map(patternOf).join("|")})$`);

/** Names an item of the store that is not declared, or not with its key. Tests may write items of their own with the entity `test`. */
export function makeItemCheck(items = readDeclaredItems()): (item: object) => string | undefined {
  const byEntity = new Map<string, { pk: RegExp; sk: RegExp }[]>();
  for (const { entities, pk, sk } of items)
    for (const entity of entities.map((name) => (name.startsWith("(") ? "" : name)))
      byEntity.set(entity, [...(byEntity.get(entity) ?? []), { pk: matcher(pk), sk: matcher(sk) }]);
  return (item) => {
    const { entity = "", pk = "", sk = "" } = item as { entity?: string; pk?: string; sk?: string };
    if (entity === "test" || byEntity.get(entity)?.some((each) => each.pk.test(pk) && each.sk.test(sk)))
      return undefined;
    return `${entity || "an item without entity"}: ${pk} / ${sk}`;
  };
}
