/*
 * The rows of a CSV file, page after page, each as the store has it when it is read.
 *
 * `readPages` is the one place that knows which records there are and in which order; the rest only shows them.
 */
import { type Field, typeOf } from "#lib/engine/field";
import type { ExportQuery } from "#lib/schemas/csv";
import { autoNumberOf } from "#lib/schemas/ids";
import { limits } from "#lib/schemas/limits";
import type { Caller } from "./caller.ts";
import { slice } from "./record-pages.ts";
import type { RecordItem } from "./records.ts";
import { projected, showRecords } from "./show-records.ts";
import type { Schema } from "./table-schema.ts";

export interface ExportedPage {
  fields: Field[];
  rows: string[][];
}

async function* readPages({ table }: Schema): AsyncGenerator<RecordItem[]> {
  for (let after = 0; ; ) {
    const { records, more } = await slice({
      ...{ tableId: table.id, after, skip: 0, take: limits.recordsPerPage },
    });
    yield records;
    const last = records.at(-1);
    if (!more || !last) return;
    after = autoNumberOf(last.id);
  }
}

/** One page at least, which may be empty. */
export async function* exportPages(
  schema: Schema,
  { fieldKeyType, projection, cellFormat }: ExportQuery,
  caller: Caller,
): AsyncGenerator<ExportedPage> {
  const asked = projection ? projected(schema.fields, fieldKeyType, projection) : schema.fields;
  // a button shows nothing
  const fields = asked.filter(({ type }) => type !== "button");
  const exact = cellFormat === "json" ? fields.filter(isExact) : [];
  for await (const records of readPages(schema)) {
    const query = { fieldKeyType: "id", cellFormat: "text" } as const;
    const [texts, values] = await Promise.all([
      showRecords(records, fields, query, caller),
      exact.length > 0 ? showRecords(records, exact, { ...query, cellFormat: "json" }, caller) : [],
    ]);
    const rows = texts.map((shown, i) =>
      fields.map(({ id }) => String(values[i]?.fields[id] ?? shown.fields[id] ?? "")),
    );
    yield { fields, rows };
  }
}

/** Of which the value says more than the text. */
const isExact = (field: Field) => /^(number|dateTime)$/.test(typeOf(field).cellValueType);
