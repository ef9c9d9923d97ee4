import type { ListQuery } from "../rows.ts";
import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { CommandError, wrongUsage } from "./shared/failure.ts";
import { countOf } from "./shared/output.ts";
import { findTableOf, listFields, viewNamed } from "./shared/places.ts";
import { formatIn, formatOptions, RecordPrinter } from "./shared/records-out.ts";

type Cells = { [field: string]: unknown };

const keyKinds = ["name", "id", "dbFieldName"] as const;

export const recordsList = defineCommand({
  name: "records list",
  does: "Print the records of a table",
  rules: [
    "On a terminal it prints columns, else one record a line as JSON. All pages are read, unless --take says how many.",
    "CSV has all digits of numbers, and the ids of people and linked records, so that records create reads it back.",
  ],
  words: [{ name: "table", does: "the table, by its id or name" }],
  options: {
    ...baseOption,
    filter: { value: "<text>", does: `a filter as text (TQL): "{State} = 'open' AND {Hours} > 3"` },
    formula: { value: "<formula>", does: `a formula as a filter: "LEN({Name}) > 20"` },
    view: { value: "<view>", does: "look through a view, by its id or name" },
    field: { value: "<field>", does: "only this field", many: true },
    sort: { value: "<field>", does: "sort by this field; Due:desc for the last first", many: true },
    search: { value: "<text>", does: "only records that show this text" },
    take: { value: "<count>", does: "at most so many records; what is left is named by a cursor" },
    cursor: { value: "<cursor>", does: "go on where a list ended, with the same filter, view and sort" },
    count: { does: "print only how many records there are" },
    text: { does: "cells as a person reads them, rounded and without ids" },
    keys: { value: "<kind>", does: "what the cells are keyed by", only: keyKinds },
    ...formatOptions,
  },
  examples: [
    ["gridless records list Tasks", "all records"],
    [
      `gridless records list Tasks --filter "{State} = 'open'" --sort Due:desc --take 10`,
      "the ten open tasks that are due last",
    ],
    ["gridless records list Tasks --csv --field Task --field Due > tasks.csv", "two fields as CSV"],
    ["gridless records list Tasks --view Mine --count", "how many records a view shows"],
  ],
  async run(typed, { output, signal }) {
    const { words, has, text, texts } = typed;
    const format = formatIn(typed, output.isJson) ?? (output.isTerminal ? "table" : "ndjson");
    const most = readTake(text("take"));
    const server = connectServer();
    const table = await findTableOf(server, words[0] ?? "", text("base"));
    const view = text("view");
    const viewId = view === undefined ? undefined : (await viewNamed(server, table, view)).id;
    const keys = keyKinds.find((each) => each === text("keys")) ?? "name";
    const search = text("search");
    const isText = has("text") || format === "table";
    const query: ListQuery<Cells, never> = {
      filterByTql: text("filter"),
      filterByFormula: text("formula"),
      viewId,
      orderBy: has("sort") ? texts("sort").map(readSort) : undefined,
      projection: has("field") ? [...texts("field")] : undefined,
      search: search === undefined ? undefined : [search, "", true],
      cellFormat: isText ? "text" : undefined,
    };
    const list = server.client
      .base("")
      .table<Cells>(table.id, { keys })
      .list({ ...query, signal });
    if (has("count")) {
      const count = await list.count();
      return output.isJson ? output.json({ count }) : output.line(String(count));
    }
    const needsFields = format === "csv" || format === "table";
    const fields = needsFields ? await listFields(server, table.id, viewId) : [];
    const shown = has("field") ? texts("field").map((name) => fieldNamed(fields, name)) : [fields];
    const printer = new RecordPrinter({ output, format, fields: needsFields ? shown.flat() : [], keys });
    let cursor: string | null | undefined = text("cursor");
    let printed = 0;
    try {
      while (cursor !== null && printed < most) {
        const take = Math.min(most - printed, 1000);
        const page = await list.page({ ...(cursor !== undefined && { cursor }), take });
        await printer.print(page.records);
        printed += page.records.length;
        cursor = page.nextCursor;
        output.progress(cursor === null ? "" : countOf(printed, "record"));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      if (printer.hasBegun) await printer.end({ nextCursor: cursor });
      throw new CommandError("interrupted", "interrupted", {
        hints: cursor
          ? ["What was printed is complete. To go on:", `  ${typed.lineWith("cursor", cursor)}`]
          : [],
      });
    } finally {
      output.progress("");
    }
    await printer.end({ nextCursor: cursor ?? null });
    if (format === "table" && printed === 0) output.note("No record matches.");
    if (cursor && format !== "json") output.note(`There are more: --cursor ${cursor}`);
  },
});

function readTake(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const take = Number(text);
  if (/^\d{1,15}$/.test(text) && take > 0) return take;
  throw wrongUsage(`--take must be a number from 1 on, not ${text}`);
}

function readSort(text: string) {
  const isDescending = text.endsWith(":desc");
  const fieldId = text.replace(/:(?:asc|desc)$/, "");
  return { fieldId, order: isDescending ? ("desc" as const) : ("asc" as const) };
}

/** The fields with a name, an id or a name for programs; an unknown one is for the server to refuse. */
const fieldNamed = <Each extends { id: string; name: string; dbFieldName: string }>(
  fields: readonly Each[],
  typed: string,
) => fields.filter(({ id, name, dbFieldName }) => [name, id, dbFieldName].includes(typed)).slice(0, 1);
