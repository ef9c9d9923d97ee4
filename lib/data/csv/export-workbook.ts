/* Exports as a workbook (XLSX, ECMA-376) with one sheet. Numbers, dates and checkboxes keep their type; every text is text, never a formula. */
import { dateFormattingOf } from "#lib/engine/fields/date-formatting";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { readDate } from "#lib/engine/values/date-parsing";
import type { DateFormatting } from "#lib/engine/values/dates";
import type { NumberFormatting } from "#lib/engine/values/numbers";
import { offsetAt } from "#lib/engine/values/time-zones";
import { columnLetters } from "#lib/engine/xlsx/cell-references";
import { dateFormatCode, numberFormatCode } from "#lib/engine/xlsx/number-formats";
import { serialOf } from "#lib/engine/xlsx/serial-dates";
import { sheetLimits } from "#lib/engine/xlsx/sheet-limits";
import { sheetNameOf } from "#lib/engine/xlsx/sheet-name";
import { escapeText } from "#lib/engine/xlsx/text-escapes";
import { type WrittenCell, writeWorkbookFile } from "#lib/files/workbook-writer";
import { AppError } from "#lib/schemas/basics/error";
import type { ExportQuery } from "#lib/schemas/tables/csv";
import type { CellMaker, ExportedPage, ShownCell } from "./export-pages.ts";

/** The cells of a workbook. Dates are wall times in their field's time zone; with `cellFormat=json` they are texts in UTC. */
export const workbookCells = ({ cellFormat }: ExportQuery): CellMaker<WrittenCell> => ({
  needsValue: (field) => typeOf(field).cellValueType !== "string" && !isList(field),
  makeCell(field, shown) {
    const { value } = shown;
    if (typeof value === "number" || typeof value === "boolean") return value;
    if (typeof value === "string" && typeOf(field).cellValueType === "dateTime")
      return cellFormat === "json" ? value : dateCell(field, shown, value);
    return textCell(field, shown);
  },
});

const isList = (field: Field) => typeOf(field).isMultiple(field.options);

type Formatting = NumberFormatting | DateFormatting;
const formattingOf = ({ options }: Field) => ((options ?? {}) as { formatting?: Formatting }).formatting;

/** A day before 1900, which no workbook can hold, becomes text: in the field's pattern, if that shows the whole date. */
function dateCell(field: Field, shown: ShownCell, value: string): WrittenCell {
  const formatting = dateFormattingOf(field);
  const instant = Date.parse(value);
  const serial = serialOf(instant + offsetAt(formatting.timeZone, instant));
  return serial ?? (readDate(shown.text, formatting, value) === value ? textCell(field, shown) : value);
}

function textCell({ name }: Field, { text, recordId }: ShownCell): WrittenCell {
  if (text === "") return null;
  if (text.length > sheetLimits.textLength)
    throw new AppError(
      "payload_too_large",
      `Record ${recordId}, field ${JSON.stringify(name)}: the text has ${text.length} characters, but a cell of XLSX holds at most ${sheetLimits.textLength}. Leave the field out, or export as CSV`,
    );
  return escapeText(text);
}

/** The bytes of the file; memory does not grow with it. Throws 413 for more records than a sheet has rows. */
export async function* writeWorkbook(
  pages: AsyncGenerator<ExportedPage<WrittenCell>>,
  name: string,
): AsyncGenerator<Buffer> {
  const first = await pages.next();
  const fields = first.done ? [] : first.value.fields;
  // an invalid request has thrown before this
  yield Buffer.alloc(0);
  const columns = fields.map((field, i) => ({ letters: columnLetters(i + 1), format: formatCodeOf(field) }));
  yield* writeWorkbookFile(sheetNameOf(name), columns, rowsOf(fields, pages));
}

async function* rowsOf(fields: Field[], pages: AsyncGenerator<ExportedPage<WrittenCell>>) {
  yield fields.map(({ name }) => escapeText(name));
  let count = 1;
  for await (const { rows } of pages) {
    count += rows.length;
    if (count > sheetLimits.rows)
      throw new AppError(
        "payload_too_large",
        `A sheet of XLSX has at most ${sheetLimits.rows} rows, and the table has more records. Export fewer records with a filter, or export as CSV`,
      );
    yield* rows;
  }
}

/** The format code of a field's column; undefined if it needs none. */
function formatCodeOf(field: Field): string | undefined {
  const formatting = formattingOf(field);
  if (!formatting || isList(field)) return undefined;
  return "timeZone" in formatting ? dateFormatCode(formatting) : numberFormatCode(formatting);
}
