/* The rows of a CSV file, page after page, each record as it is when it is read. */

import type { Caller } from "#lib/data/identity/caller";
import type { CursorPosition } from "#lib/data/query/cursors";
import { matchesEveryRecord, planQuery, type QueryPlan } from "#lib/data/query/query-plan";
import { readRows } from "#lib/data/query/read-rows";
import { readAllSorted } from "#lib/data/query/read-sorted";
import type { RecordItem } from "#lib/data/records/records";
import { projectRecord, showRecords } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { exactNumber, type NumberFormatting } from "#lib/engine/values/numbers";
import { limits } from "#lib/schemas/basics/limits";
import type { ExportQuery } from "#lib/schemas/tables/csv";

export interface ExportedPage {
  fields: Field[];
  rows: string[][];
}

/** One page at least, which may be empty. */
export async function* exportPages(
  schema: Schema,
  query: ExportQuery,
  caller: Caller,
): AsyncGenerator<ExportedPage> {
  const seen = planQuery(schema, query, caller);
  const { projection, fieldKeyType, cellFormat } = query;
  const asked = projection ? projectRecord(seen.look.open, fieldKeyType, projection) : seen.look.shown;
  // a button shows nothing
  const fields = asked.filter(({ type }) => type !== "button");
  const exact = cellFormat === "json" ? fields.filter(isExact) : [];
  yield { fields, rows: [] };
  for await (const records of readPages(seen, query)) {
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

async function* readPages(seen: QueryPlan, { selectedRecordIds }: ExportQuery): AsyncGenerator<RecordItem[]> {
  const { look, schema } = seen;
  if (look.orders.length > 0 || selectedRecordIds) return yield* readAllSorted(seen, selectedRecordIds);
  const filtering = matchesEveryRecord(look) ? undefined : seen;
  for (let after: CursorPosition | undefined; ; ) {
    const paging = { after, skip: 0, take: limits.recordsPerPage };
    const { records, next } = await readRows(
      { tableId: schema.table.id, view: look.view },
      paging,
      filtering,
    );
    yield records;
    if (next === null) return undefined;
    after = next;
  }
}

/** Of which the value says more than the text. */
const isExact = (field: Field) => /^(number|dateTime)$/.test(typeOf(field).cellValueType);

const exactText = ({ options }: Field, value: unknown): string => {
  const { formatting } = (options ?? {}) as { formatting?: NumberFormatting };
  return typeof value === "number" && formatting ? exactNumber(value, formatting) : String(value);
};
