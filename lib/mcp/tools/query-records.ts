import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown, cutText } from "#lib/mcp/fit-answer";
import { defineTool, type ToolCall } from "#lib/mcp/tool";
import { limits } from "#lib/schemas/basics/limits";
import type { Record } from "#lib/schemas/records/record";
import { RecordPage } from "#lib/schemas/tables/list-query";
import { bodyOfFilter, cursor, fieldNames, filter, inTable, pathsOfList } from "./arguments.ts";
import { findTableId } from "./places.ts";

/** Characters of a cell. */
const mostCharacters = 500;

export const queryRecordsTool = defineTool(
  {
    name: "query_records",
    title: "Query records",
    description:
      "Records of a table as rows: the id, then a cell for each column, as text. Columns that are empty in all rows are left out. Long texts end in …(+n): get_record shows them.",
    does: "read",
    scopes: [["record|read"]],
    paths: pathsOfList,
  },
  z.strictObject({
    ...inTable,
    filter,
    fields: fieldNames.optional().meta({ description: "Only these columns." }),
    sort: z
      .array(z.strictObject({ field: z.string().max(255), order: z.enum(["asc", "desc"]).default("asc") }))
      .max(limits.sortFields)
      .optional(),
    search: z
      .string()
      .max(limits.searchLength)
      .optional()
      .meta({ description: "Only records with this text." }),
    view: z.string().max(100).optional().meta({ description: "Id of a view: its filter and sort." }),
    limit: z.int().min(1).max(200).default(20),
    cursor,
  }),
  async ({ filter, fields, sort, search, view, limit, cursor, ...place }, call) => {
    const params = await findTableId(place, call);
    const query = {
      cellFormat: "text",
      projection: fields,
      ...bodyOfFilter(filter),
      orderBy: sort?.map(({ field, order }) => ({ fieldId: field, order })),
      search: search === undefined ? undefined : [search, "", true],
      viewId: view,
      cursor,
    };
    return readFitting(params, query, limit, call);
  },
);

/** The rows that fit; the page is read again if it had more, so that its cursor leads to the first row that is left out. */
async function readFitting(
  params: { tableId: string },
  query: object,
  limit: number,
  call: ToolCall,
): Promise<object> {
  const { handler } = await import("#functions/record/list-records-by-body");
  for (let take = limit; ; ) {
    const page = await callEndpoint(handler, RecordPage, { params, body: { ...query, take } }, call);
    const { columns, rows } = tabulate(page.records);
    const next = page.nextCursor === null ? {} : { cursor: page.nextCursor };
    const isCut = take < limit;
    const rest = { columns, ...next, ...(isCut && { note: advice }) };
    const count = countShown(rows, rest);
    if (count === rows.length) return { columns, rows, ...next, ...(isCut && { note: advice }) };
    if (take === 1) return showPart(columns, rows[0] ?? [], next);
    take = Math.max(1, count);
  }
}

const advice =
  "Fewer rows than asked for, so that the answer stays below 40 kB. Name the columns that you need in `fields`.";

/** The names of all columns, and a row for each record. */
function tabulate(records: readonly Record[]) {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = records.map(({ id, fields }) => [
    id,
    ...names.map((name) =>
      Object.hasOwn(fields, name) ? cutText(String(fields[name]), mostCharacters) : "",
    ),
  ]);
  return { columns: ["id", ...names], rows };
}

/** A record that alone is too large: its first cells. */
function showPart(columns: readonly string[], row: readonly string[], next: object) {
  const pairs = columns.map((column, i) => [column, row[i] ?? ""] as const);
  const note = `Only some of ${columns.length} columns: name those that you need in \`fields\`.`;
  const count = countShown(pairs, { ...next, note });
  const shown = pairs.slice(0, count);
  return { columns: shown.map(([column]) => column), rows: [shown.map(([, cell]) => cell)], ...next, note };
}
