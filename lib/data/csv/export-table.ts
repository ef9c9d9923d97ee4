/*
 * Exports a table as a CSV file or a workbook. Lambda limits an answer to 6 MB, so the file is written to the file storage while records
 * are read, with one page in memory at a time, and the answer redirects to it. The file is kept for a day.
 */
import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import type { Schema } from "#lib/data/schema/table-schema";
import { downloadAddress } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import { AppError } from "#lib/schemas/basics/error";
import type { ExportQuery } from "#lib/schemas/tables/csv";
import { csvCells, writeCsv } from "./export-csv.ts";
import { type CellMaker, type ExportedPage, exportPages } from "./export-pages.ts";

/** API Gateway waits for 30 s. */
export const exportMilliseconds = 22_000;

const mimetypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Writes the file; returns an address for its download, which is valid for some minutes. Throws 413 if the export takes too long. */
export const exportTable = (schema: Schema, query: ExportQuery, caller: Caller): Promise<string> =>
  takeScanTurn({ tableId: schema.table.id, userId: caller.userId }, () => writeExport(schema, query, caller));

async function writeExport(schema: Schema, query: ExportQuery, caller: Caller): Promise<string> {
  const pieces = await writePieces(schema, query, caller);
  // an invalid request throws here, before anything is written
  const first = await pieces.next();
  const mimetype = mimetypes[query.format];
  const part = await attachments.reserve(mimetype.replace(/;.*/, ""), caller);
  const file = await openWriting(part, mimetype);
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) await file.add(piece.value);
    await file.end();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  const name = `${nameOf(schema, query)}.${query.format}`;
  return downloadAddress({ part, name, mimetype }, new Date());
}

/** The bytes of the file in pieces. */
async function writePieces(schema: Schema, query: ExportQuery, caller: Caller) {
  const begun = performance.now();
  const read = <Cell>(cells: CellMaker<Cell>) =>
    limitTime(exportPages(schema, query, cells, caller), begun + exportMilliseconds);
  if (query.format === "csv") return writeCsv(read(csvCells(query)), query);
  // imported late: most exports are CSV
  const { workbookCells, writeWorkbook } = await import("./export-workbook.ts");
  return writeWorkbook(read(workbookCells(query)), nameOf(schema, query));
}

/** The same pages. Throws 413 at the first one that comes after the end (of `performance.now`). */
async function* limitTime<Cell>(
  pages: AsyncIterable<ExportedPage<Cell>>,
  end: number,
): AsyncGenerator<ExportedPage<Cell>> {
  let count = 0;
  for await (const page of pages) {
    yield page;
    count += page.rows.length;
    if (performance.now() > end) throw tooLong(count);
  }
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
