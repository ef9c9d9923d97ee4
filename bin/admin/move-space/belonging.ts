/*
 * What belongs to a space. Items have no attribute for it: most have the id of the space, or of one of its bases, tables, fields or views, in their
 * key; others name one of these.
 */
import type { Cell } from "./cells/cell.ts";
import { type Kind, ownerIn } from "./kinds.ts";
import { getMany, keyOf, queryAll, scanPages, text, type Wire } from "./wire.ts";

export interface Belongings {
  spaceId: string;
  bases: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** How many ids are known. */
  size(): number;
  /** Whether this is the id of the space, or of a base, table, field or view of it. */
  has(id: string): boolean;
  /** Notes ids that an item of the space has: of bases, tables, fields, views. */
  learn(item: Wire): void;
  owns(kind: Kind, item: Wire): boolean;
}

/** Finds what a cell has of a space; `learn` adds what is made meanwhile. */
export async function findBelongings(cell: Cell, spaceId: string): Promise<Belongings> {
  const belongings = openBelongings(spaceId);
  const found: Wire[] = [];
  for await (const page of scanPages(cell, {
    FilterExpression: "sk = :base OR sk = :table",
    ProjectionExpression: "pk, sk, id, spaceId, baseId",
    ExpressionAttributeValues: { ":base": { S: "BASE" }, ":table": { S: "TABLE" } },
  }))
    found.push(...page);
  const isBase = (item: Wire) => keyOf(item).sk === "BASE";
  for (const item of [...found.filter(isBase), ...found.filter((each) => !isBase(each))])
    belongings.learn(item);
  for (const table of belongings.tables)
    for (const pk of [`TABLE#${table}`, `TRASH#${table}`])
      for (const item of await queryAll(cell, pk)) belongings.learn(item);
  return belongings;
}

const fieldKey = /^(?:FIELD|BYGONE|VIEW)#(\w{19})/;

/** Whether an item belongs to one of the ids. */
const ownsBy =
  (has: Belongings["has"]): Belongings["owns"] =>
  (kind, item) => {
    const owner = ownerIn(kind, keyOf(item));
    if (owner !== undefined) return has(owner);
    if (kind.pk === "ATTACHMENT#") return usesOf(item).some((use) => isOwnUse({ has }, use));
    const place = text(item, "place")?.split("#")[1];
    return [place, text(item, "tableId"), text(item, "baseId")].some((id) => id !== undefined && has(id));
  };

/** The same with other ids. */
export const withIds = (belongings: Belongings, has: Belongings["has"]): Belongings => ({
  ...belongings,
  ...{ has, owns: ownsBy(has) },
});

function openBelongings(spaceId: string): Belongings {
  const bases = new Set<string>();
  const tables = new Set<string>();
  const inTables = new Set<string>();
  const has = (id: string) => id === spaceId || bases.has(id) || tables.has(id) || inTables.has(id);

  function learn(item: Wire): void {
    const { pk, sk } = keyOf(item);
    const [kind = "", id = ""] = pk.split("#");
    if (kind === "BASE" && sk === "BASE" && text(item, "spaceId") === spaceId) bases.add(id);
    if (kind === "TABLE" && sk === "TABLE" && bases.has(text(item, "baseId") ?? "")) tables.add(id);
    if (!tables.has(id)) return;
    const named = kind === "TABLE" ? fieldKey.exec(sk)?.[1] : undefined;
    // deleted views, whose rows have an order too
    const view = kind === "TRASH" ? item["view"]?.M?.["id"]?.S : undefined;
    const fields = kind === "TRASH" ? (item["fields"]?.L ?? []).map(({ S }) => S) : [];
    for (const each of [named, view, ...fields]) if (each) inTables.add(each);
  }

  const size = () => bases.size + tables.size + inTables.size;
  return { spaceId, bases, tables, size, has, learn, owns: ownsBy(has) };
}

/** The tables that use a file. */
export const usesOf = (file: Wire): Attribute[] => file["uses"]?.L ?? [];
export type Attribute = Wire[string];
export const isOwnUse = ({ has }: Pick<Belongings, "has">, use: Attribute): boolean =>
  has(use.M?.["tableId"]?.S ?? "");

const anyTable = /tbl[0-9A-Za-z]{16}/g;

/** Fields by which tables of the space and of other spaces show each other's records, as a person can find them. */
export async function findLinksOutside(cell: Cell, { tables }: Belongings): Promise<string[]> {
  const named = new Map<string, string>();
  for (const table of tables)
    for (const item of await queryAll(cell, `TABLE#${table}`)) {
      const { sk } = keyOf(item);
      if (!/^(?:FIELD|DEPENDENT)#/.test(sk)) continue;
      const shown = text(item, "name") ?? sk.slice(sk.indexOf("#") + 1);
      for (const [other] of JSON.stringify(item).matchAll(anyTable))
        if (!tables.has(other)) named.set(other, `${shown} of table ${table}`);
    }
  const others = await getMany(
    cell,
    [...named.keys()].map((id) => ({ pk: `TABLE#${id}`, sk: "TABLE" })),
  );
  return others.map((item) => `${named.get(text(item, "id") ?? "")} and table ${text(item, "id")}`);
}
