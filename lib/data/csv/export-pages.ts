/* The rows of an exported CSV file, page by page; each record as it is when its page is read. */

import type { Caller } from "#lib/data/identity/caller";
import { planList } from "#lib/data/query/plan-list";
import { readAll } from "#lib/data/query/read-all";
import { piecesForLinks, projectRecord, showRecords } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { exactNumber, type NumberFormatting } from "#lib/engine/values/numbers";
import type { ExportQuery } from "#lib/schemas/tables/csv";

export interface ExportedPage {
  fields: Field[];
  rows: string[][];
}

/** The pages of an export. The first one is empty: it comes before any record is read, and shows that the query is valid. */
export async function* exportPages(
  schema: Schema,
  query: ExportQuery,
  caller: Caller,
): AsyncGenerator<ExportedPage> {
  const seen = await planList(schema, query, caller);
  const { projection, fieldKeyType, cellFormat } = query;
  const chosen = projection ? projectRecord(seen.look.open, fieldKeyType, projection) : seen.look.shown;
  // the cell of a button has no text
  const fields = chosen.filter(({ type }) => type !== "button");
  const exact = cellFormat === "json" ? fields.filter(isExact) : [];
  yield { fields, rows: [] };
  for await (const page of readAll(seen))
    for (const records of piecesForLinks(page)) {
      const how = { fieldKeyType: "id", cellFormat: "text" } as const;
      const [texts, values] = await Promise.all([
        showRecords(records, fields, how, caller),
        exact.length > 0 ? showRecords(records, exact, { ...how, cellFormat: "json" }, caller) : [],
      ]);
      const rows = texts.map((shown, i) =>
        fields.map((field) => {
          const value = values[i]?.fields[field.id];
          return value === undefined ? String(shown.fields[field.id] ?? "") : exactText(field, value);
        }),
      );
      yield { fields, rows };
    }
}

/** Fields whose text is less precise than their value. */
const isExact = (field: Field) => /^(number|dateTime)$/.test(typeOf(field).cellValueType);

const exactText = ({ options }: Field, value: unknown): string => {
  const { formatting } = (options ?? {}) as { formatting?: NumberFormatting };
  return typeof value === "number" && formatting ? exactNumber(value, formatting) : String(value);
};
