/* Exports as CSV (RFC 4180). */
import { stringify } from "csv-stringify/sync";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { exactNumber } from "#lib/engine/values/format-number";
import type { NumberFormatting } from "#lib/engine/values/numbers";
import type { ExportQuery } from "#lib/schemas/tables/csv";
import type { CellMaker, ExportedPage } from "./export-pages.ts";

/** The cells of a CSV file. With `cellFormat=json` numbers and dates are as precise as their values. */
export const csvCells = ({ cellFormat }: ExportQuery): CellMaker<string> => ({
  needsValue: (field) => cellFormat === "json" && /^(number|dateTime)$/.test(typeOf(field).cellValueType),
  makeCell: (field, { text, value }) => (value === undefined ? text : exactText(field, value)),
});

const exactText = ({ options }: Field, value: unknown): string => {
  const { formatting } = (options ?? {}) as { formatting?: NumberFormatting };
  return typeof value === "number" && formatting ? exactNumber(value, formatting) : String(value);
};

/** The bytes of the file, a piece for each page. */
export async function* writeCsv(
  pages: AsyncIterable<ExportedPage<string>>,
  query: ExportQuery,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const page of pages) {
    yield Buffer.from(textOf(page, query, isFirst));
    isFirst = false;
  }
}

function textOf(
  { fields, rows }: ExportedPage<string>,
  { delimiter = ",", bom = false, escapeFormulas }: ExportQuery,
  isFirst: boolean,
) {
  const lines = isFirst ? [fields.map(({ name }) => name), ...rows] : rows;
  const safe = escapeFormulas ? lines.map((cells) => cells.map(escapeFormula)) : lines;
  return stringify(safe, {
    delimiter,
    bom: bom && isFirst,
    record_delimiter: "windows",
    // the library only quotes cells with the whole line break of the file
    quoted_match: /[\r\n]/,
    // readers skip empty lines, so a single empty cell is quoted
    quoted_empty: fields.length === 1,
  });
}

const formula = /^(?!-[\d.,]+%?$)[=+\-@\t\r＝＋－＠]/;
/** Puts a ' before text that spreadsheets take for a formula, also with full-width characters. Not before negative numbers: they would become text. */
export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text);
