/*
 * Exports a table as a CSV file (RFC 4180). Lambda limits an answer to 6 MB, so the file is written to the file storage while records are
 * read, with one page in memory at a time, and the answer redirects to it. The file is kept for a day.
 */
import { stringify } from "csv-stringify/sync";
import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import type { Schema } from "#lib/data/schema/table-schema";
import { downloadAddress } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import { AppError } from "#lib/schemas/basics/error";
import type { ExportQuery } from "#lib/schemas/tables/csv";
import { type ExportedPage, exportPages } from "./export-pages.ts";

/** API Gateway waits for 30 s. */
const maxMilliseconds = 22_000;

const mimetype = "text/csv; charset=utf-8";

/** Writes the file; returns an address for its download, which is valid for some minutes. Throws 413 if the export takes too long. */
export const exportTable = (schema: Schema, query: ExportQuery, caller: Caller): Promise<string> =>
  takeScanTurn({ tableId: schema.table.id, userId: caller.userId }, () => writeExport(schema, query, caller));

async function writeExport(schema: Schema, query: ExportQuery, caller: Caller): Promise<string> {
  const begun = performance.now();
  const pages = exportPages(schema, query, caller);
  // an invalid request throws here, before anything is written
  const first = await pages.next();
  const part = await attachments.reserve("text/csv", caller);
  const file = await openWriting(part, mimetype);
  let count = 0;
  try {
    for (let page = first; !page.done; page = await pages.next()) {
      await file.add(Buffer.from(textOf(page.value, query, page === first)));
      count += page.value.rows.length;
      if (performance.now() - begun > maxMilliseconds) throw tooLong(count);
    }
    await file.end();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return downloadAddress({ part, name: `${nameOf(schema, query)}.csv`, mimetype }, new Date());
}

function nameOf({ table, views }: Schema, { viewId }: ExportQuery): string {
  const view = views.find(({ id }) => id === viewId);
  return view ? `${table.name} - ${view.name}` : table.name;
}

const tooLong = (count: number) =>
  new AppError(
    "payload_too_large",
    `The table is too large for one export: the time was over after ${count} records. Export fewer fields, or list the records page by page`,
  );

function textOf(
  { fields, rows }: ExportedPage,
  { delimiter, bom, escapeFormulas }: ExportQuery,
  isFirst: boolean,
) {
  const lines = isFirst ? [fields.map(({ name }) => name), ...rows] : rows;
  const safe = escapeFormulas ? lines.map((cells) => cells.map(escapeFormula)) : lines;
  return stringify(safe, {
    delimiter,
    bom: bom && isFirst,
    record_delimiter: "windows",
    // readers skip empty lines, so a single empty cell is quoted
    quoted_empty: fields.length === 1,
  });
}

/** Text that spreadsheets take for a formula, also with full-width characters. Negative numbers are not escaped: they would become text. */
const formula = /^(?!-[\d.,]+%?$)[=+\-@\t\r＝＋－＠]/;
const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text);
