import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown, cutText, cutTexts } from "#lib/mcp/fit-answer";
import { defineTool, type ToolCall } from "#lib/mcp/tool";
import { invalid } from "#lib/schemas/basics/error";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import { View } from "#lib/schemas/tables/view";
import { cursor, inBase } from "./arguments.ts";
import { findBaseId, pickNamed, readFields, readTables } from "./places.ts";

/** An answer reads the fields of at most so many tables. */
const mostTables = 40;
const mostChoices = 30;

type Detail = "names" | "fields" | "full";

export const describeBaseTool = defineTool(
  {
    name: "describe_base",
    title: "Describe a base",
    description:
      "The tables of a base. detail: names = tables only; fields = also each field with its type, choices and links; full = also options, descriptions and views. Ask for the tables that you need.",
    does: "read",
    scopes: [["table|read", "field|read"]],
  },
  z.strictObject({
    ...inBase,
    detail: z.enum(["names", "fields", "full"]).default("names"),
    tables: z
      .array(z.string().max(255))
      .max(1000)
      .optional()
      .meta({ description: "Only these, by id or name." }),
    cursor,
  }),
  async ({ base, detail, tables: wanted, cursor }, call) => {
    const all = await readTables(await findBaseId(base, call), call);
    const tables = wanted?.map((each, i) => pickNamed(all, each, `tables[${i}]`)) ?? all;
    const start = placeOf(cursor, tables);
    return detail === "names"
      ? describeNames(tables.slice(start.table))
      : describeFields(tables.slice(start.table), start.field, detail, call);
  },
);

/** `<table>` or `<table>+<fields>`: the table that comes next, and how many of its fields were shown. */
function placeOf(cursor: string | undefined, tables: readonly TableHead[]) {
  if (cursor === undefined) return { table: 0, field: 0 };
  const [, id, fields = "0"] = /^(tbl\w{16})(?:\+(\d{1,3}))?$/.exec(cursor) ?? [];
  const table = tables.findIndex((each) => each.id === id);
  if (table < 0)
    throw invalid([{ path: "cursor", message: "names a table that is not here: begin again without it" }]);
  return { table, field: Number(fields) };
}

function describeNames(tables: readonly TableHead[]) {
  const rows = tables.map(({ id, name, description }) => ({
    id,
    name: cutText(name, 100),
    ...(description && { description: cutText(description, 100) }),
  }));
  const count = countShown(rows, moreOf(tables[0], 0));
  return { tables: rows.slice(0, count), ...(count < rows.length && moreOf(tables[count], 0)) };
}

const moreOf = (table: TableHead | undefined, fields: number) => ({
  cursor: fields > 0 ? `${table?.id}+${fields}` : `${table?.id}`,
  note: "There is more: go on with cursor, or name the tables that you need in `tables`.",
});

interface ShownTable {
  id: string;
  name: string;
  fields: unknown[];
}

/** Tables with their fields, as many as fit; of the last one a part. */
async function describeFields(
  tables: readonly TableHead[],
  firstField: number,
  detail: Exclude<Detail, "names">,
  call: ToolCall,
) {
  const shown: ShownTable[] = [];
  for (const [i, table] of tables.entries()) {
    const from = i === 0 ? firstField : 0;
    if (i === mostTables) return { tables: shown, ...moreOf(table, 0) };
    const head = await headOf(table, from, detail, call);
    const fields = (await readFields({ tableId: table.id }, call)).slice(from).map(showers[detail]);
    const count = countShown(fields, { tables: [...shown, { ...head, fields: [] }], ...moreOf(table, 999) });
    if (count > 0 || fields.length === 0) shown.push({ ...head, fields: fields.slice(0, count) });
    // a field that alone is too large is left out
    const stuck = count === 0 && shown.length === 0 && fields.length > 0;
    if (stuck)
      shown.push({
        ...head,
        fields: [cutTexts(fields[0], 100)].filter((each) => countShown([each], head) > 0),
      });
    if (count < fields.length) return { tables: shown, ...moreOf(table, from + (stuck ? 1 : count)) };
  }
  return { tables: shown };
}

async function headOf({ id, name, description }: TableHead, from: number, detail: Detail, call: ToolCall) {
  const head = { id, name: cutText(name, 255) };
  if (detail !== "full" || from > 0) return head;
  return {
    ...head,
    ...(description && { description: cutText(description, 1000) }),
    ...(call.principal.scopes.includes("view|read") && { views: await listViews(id, call) }),
  };
}

async function listViews(tableId: string, call: ToolCall) {
  const { handler } = await import("#functions/view/list-views");
  const views = await callEndpoint(handler, z.array(View), { params: { tableId } }, call);
  const shown = views.map(({ id, name, type }) => ({ id, name: cutText(name, 100), type }));
  return shown.slice(0, 50);
}

type AnyField = z.output<typeof Field>;

/** A field in few words: what is needed to read and write its cells. */
function showBrief({ id, name, type, options, isPrimary, isComputed, isMultipleCellValue }: AnyField) {
  const { choices, foreignTableId, expression } = options;
  return {
    id,
    name: cutText(name, 100),
    type,
    ...(isPrimary && { primary: true }),
    ...(isComputed && { computed: true }),
    ...(isMultipleCellValue && { many: true }),
    ...(Array.isArray(choices) && choicesOf(choices)),
    ...(typeof foreignTableId === "string" && { links: foreignTableId }),
    ...(typeof expression === "string" && { expression: cutText(expression, 200) }),
  };
}

function choicesOf(choices: readonly { name?: unknown }[]) {
  const names = choices.slice(0, mostChoices).map(({ name }) => cutText(String(name), 60));
  const more = choices.length - names.length;
  return { choices: names, ...(more > 0 && { moreChoices: more }) };
}

/** A field with its options; colors and formats of programs are left out. */
function showFull(field: AnyField) {
  const { options, description, notNull, unique, lookupOptions, hasError } = field;
  const { choices: _, ...others } = options;
  return {
    ...showBrief(field),
    ...(description && { description: cutText(description, 1000) }),
    ...(notNull && { notNull }),
    ...(unique && { unique }),
    ...(hasError && { hasError }),
    ...(lookupOptions && { lookupOptions }),
    ...(Object.keys(others).length > 0 && { options: cutTexts(others, 500) }),
  };
}

const showers = { fields: showBrief, full: showFull };
