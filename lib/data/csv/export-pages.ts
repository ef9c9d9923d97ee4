/* The rows of an exported file, page by page; each record as it is when its page is read. */

import type { Caller } from "#lib/data/identity/caller";
import { planList } from "#lib/data/query/plan-list";
import { readAll } from "#lib/data/query/read-all";
import { piecesForLinks, projectRecord, showRecords } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { ExportQuery } from "#lib/schemas/tables/csv";

export interface ExportedPage<Cell> {
  fields: Field[];
  rows: Cell[][];
}

/** A cell to be written. */
export interface ShownCell {
  text: string;
  /** The cell as JSON shows it; undefined for an empty cell, and for fields of which only the text is needed. */
  value: unknown;
  recordId: RecordId;
}

/** Makes the cells of a format. */
export interface CellMaker<Cell> {
  /** Whether the cells of a field need their values, not only their texts. */
  needsValue(field: Field): boolean;
  makeCell(field: Field, shown: ShownCell): Cell;
}

/** The pages of an export. The first one is empty: it comes before any record is read, and shows that the query is valid. */
export async function* exportPages<Cell>(
  schema: Schema,
  query: ExportQuery,
  { needsValue, makeCell }: CellMaker<Cell>,
  caller: Caller,
): AsyncGenerator<ExportedPage<Cell>> {
  const seen = await planList(schema, query, caller);
  const { projection, fieldKeyType } = query;
  const chosen = projection ? projectRecord(seen.look.open, fieldKeyType, projection) : seen.look.shown;
  // the cell of a button has no text
  const fields = chosen.filter(({ type }) => type !== "button");
  const exact = fields.filter(needsValue);
  yield { fields, rows: [] };
  for await (const page of readAll(seen))
    for (const records of piecesForLinks(page)) {
      const how = { fieldKeyType: "id", cellFormat: "text" } as const;
      const written = { ...how, base: schema.table, isExact: query.cellFormat === "json" };
      const [texts, values] = await Promise.all([
        showRecords(records, fields, written, caller),
        exact.length > 0 ? showRecords(records, exact, { ...how, cellFormat: "json" }, caller) : [],
      ]);
      const rows = texts.map((shown, i) =>
        fields.map((field) => {
          const text = String(shown.fields[field.id] ?? "");
          return makeCell(field, { text, value: values[i]?.fields[field.id], recordId: shown.id });
        }),
      );
      yield { fields, rows };
    }
}
