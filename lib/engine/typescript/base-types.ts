/*
 * Writes the types of a base: for each table its cells in answers (`Tasks`) and in requests (`TasksSent`), and the items that a filter
 * of it can have (`TasksFilterItem`). The names come from dbTableName, which is made for programs: letters, digits and _.
 */
import type { Family } from "#lib/engine/field-types/shared/operators";
import { cellTypeOf, filterItemsOf, sharedTypes } from "./cell-types.ts";

type Key = "name" | "id" | "dbFieldName";

export interface TypedField {
  id: string;
  name: string;
  dbFieldName: string;
  type: string;
  isComputed: boolean;
  /** Must have a cell; and a new record must bring it, because there is no default. */
  isNeverEmpty?: boolean;
  isRequired?: boolean;
  family: Family;
  /** The names of its choices, if it has some. */
  choices?: readonly { name: string }[];
}

/** A table with all that its types follow from. */
export interface TypedTable {
  id: string;
  name: string;
  dbTableName: string;
  fields: readonly TypedField[];
}

/** The file for a base; `key` says which keys the cells have. */
export function writeBaseTypes(id: string, tables: readonly TypedTable[], key: Key): string {
  const taken = new Set(
    [...Object.keys(sharedTypes), "Tables"].map((each) => each.replace("<Item>", "").toLowerCase()),
  );
  const named = tables.map((table) => ({ table, name: findName(table, taken, ["Sent", "FilterItem"]) }));
  return `${[
    `/*\n * The tables of the base ${id}, as GET /base/${id}/types.ts wrote them. Ask again when tables, fields or choices change.${key === "name" ? "" : `\n * The keys are of the kind fieldKeyType=${key}.`}\n */`,
    ...Object.entries(sharedTypes).map(([each, type]) => `export type ${each} = ${type};`),
    ...named.map(({ table, name: own }) => tableTypes(table, own, key)),
    tablesType(named),
  ].join("\n\n")}\n`;
}

const typeOf = ({ family, choices }: TypedField) => cellTypeOf(family, choices);

function tableTypes({ id, name, fields }: TypedTable, own: string, key: Key): string {
  const answered = fields.map((field) => member(field, key, typeOf(field).answered));
  const sent = fields.map((field) => member(field, key, `${typeOf(field).sent} | null`));
  const items = fields.flatMap((field) => filterItemsOf(field[key], typeOf(field)));
  return [
    `/** The table ${inComment(name)} (${id}): cells in answers. Empty cells are absent. */`,
    `export type ${own} = {\n${answered.join("")}};`,
    `/** Cells in requests; null empties a cell. */`,
    `export type ${own}Sent = {\n${sent.join("")}};`,
    `/** What a filter of the table can hold: \`Filter<${own}FilterItem>\`. */`,
    `export type ${own}FilterItem =${items.length > 0 ? items.map((item) => `\n  | ${item}`).join("") : " never"};`,
  ].join("\n");
}

/** The tables by id and by name, for functions that take any of them. A name that two tables have is left out. */
function tablesType(tables: { table: TypedTable; name: string }[]): string {
  const keys = [...tables.map(({ table }) => table.id), ...tables.map(({ table }) => table.name)];
  const isOnly = (key: string) => keys.indexOf(key) === keys.lastIndexOf(key);
  const lines = (key: "id" | "name") =>
    tables.flatMap(({ table, name }) =>
      isOnly(table[key])
        ? [
            `  ${JSON.stringify(table[key])}: { answered: ${name}; sent: ${name}Sent; filterItem: ${name}FilterItem };\n`,
          ]
        : [],
    );
  return `/** Id or name of a table → its types: \`gridless({ url, token }).base<Tables>(id).table("…")\`. */\nexport type Tables = {\n${[...lines("id"), ...lines("name")].join("")}};`;
}

function member(field: TypedField, key: Key, type: string): string {
  const facts = [
    field.type,
    key === "name" ? "" : inComment(field.name),
    field.isComputed ? "computed: values for it in a request are ignored" : "",
  ].filter(Boolean);
  const mark = field.isComputed ? "readonly " : "";
  return `  /** ${facts.join(", ")} */\n  ${mark}${JSON.stringify(field[key])}?: ${type};\n`;
}

/** The text in quotes, changed so that it cannot end the comment around it. */
const inComment = (text: string) =>
  JSON.stringify(text)
    .replaceAll("*/", "*\\/")
    .replaceAll(/[\u2028\u2029]/g, " ");

/** A name for the types of the table. The name itself, and the name with each ending, are not taken yet, in capitals or not. */
export function findName(
  { dbTableName }: TypedTable,
  taken: Set<string>,
  endings: readonly string[],
): string {
  const words = (dbTableName.split(".").at(-1) ?? "").split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const first = /^[A-Z]/.test(joined) ? joined : `Table${joined}`;
  const all = (name: string) => ["", ...endings].map((ending) => (name + ending).toLowerCase());
  let name = first;
  for (let count = 2; all(name).some((each) => taken.has(each)); count++) name = `${first}${count}`;
  for (const each of all(name)) taken.add(each);
  return name;
}
