/*
 * A sheet of a workbook as the source of an import.
 *
 *   open: the first rows ──▶ header, columns, guesses          keep: all rows ──▶ a file of lines ──▶ the job reads it like CSV
 */
import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import type { Line } from "#lib/engine/csv/lines";
import { cellName } from "#lib/engine/xlsx/cell-references";
import type { SheetRow } from "#lib/engine/xlsx/sheet-rows";
import { openWriting } from "#lib/files/writing";
import { AppError } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { publicPart } from "#lib/schemas/records/file-token";
import type { Csv } from "#lib/schemas/tables/csv";
import { type Opened, pieceBytes, widthOf } from "./csv-file.ts";
import { rowBytes, rowLine } from "./sheet-file.ts";
import { refuseWorkbook, type Sheet, type Workbook } from "./workbook.ts";

/** API Gateway waits for 30 s. */
const maxMilliseconds = 20_000;

interface OpenedSheet {
  opened: Opened;
  /** Writes the rows to a file once; gives its current item. */
  keep: () => Promise<attachments.FileItem>;
}

type Wanted = Pick<Csv, "sheet" | "header" | "delimiter" | "encoding"> & {
  /** The path in the request of the name of the sheet. */
  sheetPath?: string | undefined;
};

/** Opens the sheet that the request names, else the first that is not hidden. Throws 400. */
export async function openSheet(workbook: Workbook, wanted: Wanted, caller: Caller): Promise<OpenedSheet> {
  for (const name of ["delimiter", "encoding"] as const)
    if (wanted[name] !== undefined)
      throw refuseWorkbook("must be left out: the file is a workbook, not CSV", name);
  const sheet = chooseSheet(workbook, wanted);
  const opened = await readStart(workbook, sheet, wanted.header);
  let written: Promise<attachments.FileItem["token"]> | undefined;
  return {
    opened,
    async keep() {
      written ??= writeRows(workbook, sheet, wanted.header, caller);
      return attachments.getOwn(await written, caller);
    },
  };
}

function chooseSheet({ sheets }: Workbook, { sheet: name, sheetPath = "sheet" }: Wanted): Sheet {
  const found =
    name === undefined
      ? sheets.find(({ isHidden }) => !isHidden)
      : sheets.find((sheet) => sheet.name === name);
  if (found) return found;
  const names = sheets.map((sheet) => JSON.stringify(sheet.name)).join(", ");
  throw name === undefined
    ? refuseWorkbook(`all sheets of the file are hidden; name one of them: ${names}`, sheetPath)
    : refuseWorkbook(`the file has no sheet ${JSON.stringify(name)}; its sheets are ${names}`, sheetPath);
}

/** Reads the first rows. Throws 400 for a sheet without rows, and for faults of its header. */
async function readStart(workbook: Workbook, sheet: Sheet, hasHeader: boolean): Promise<Opened> {
  const opened = await findStart(workbook, sheet, hasHeader);
  if (!opened) throw refuseWorkbook(`the sheet ${JSON.stringify(sheet.name)} has no rows`);
  return opened;
}

/** All sheets of a workbook that have rows, each with its first rows. Throws 400, also if none has. */
export async function* readSheets(workbook: Workbook): AsyncGenerator<{ name: string; opened: Opened }> {
  let isEmpty = true;
  for (const sheet of workbook.sheets) {
    const opened = await findStart(workbook, sheet, true);
    if (!opened) continue;
    isEmpty = false;
    yield { name: sheet.name, opened };
  }
  if (isEmpty) throw refuseWorkbook("no sheet of the file has rows");
}

/** The first rows; undefined for a sheet without any. */
async function findStart(workbook: Workbook, sheet: Sheet, hasHeader: boolean): Promise<Opened | undefined> {
  const lines: Line[] = [];
  let isLast = true;
  let bytes = 0;
  reading: for await (const rows of workbook.rows(sheet))
    for (const row of rows) {
      if (bytes > pieceBytes) {
        isLast = false;
        break reading;
      }
      lines.push(rowLine(row, bytes));
      bytes += rowBytes(row).length;
    }
  const [firstLine] = lines;
  if (!firstLine) return undefined;
  const head = hasHeader ? firstLine : undefined;
  if (head) refuseHeader(sheet, head);
  const header = head?.cells ?? [];
  const rest = head ? lines.slice(1) : lines;
  const line = head ? head.next : firstLine.line;
  return {
    format: { sheet: sheet.name },
    start: { at: 0, line },
    header,
    columns: widthOf(header, rest),
    first: { lines: rest, at: bytes, line: lines.at(-1)?.next ?? line, isLast },
  };
}

function refuseHeader({ name }: Sheet, { line, problem, problems = [] }: Line): void {
  const [first] = problems;
  if (problem) throw refuseWorkbook(`${cellName(name, line)}: the header ${problem}`);
  if (first) throw refuseWorkbook(`${cellName(name, line, first.column)}: the header ${first.message}`);
}

/** Writes the rows below the header to a new file. Throws 400 for faults of the sheet, 413 if it takes too long. */
async function writeRows(workbook: Workbook, sheet: Sheet, hasHeader: boolean, caller: Caller) {
  const begun = performance.now();
  const type = "application/x-ndjson";
  const file = await attachments.reserveFile(type, caller);
  const writing = await openWriting(publicPart(file.token), type);
  let size = 0;
  let isHeader = hasHeader;
  const write = async (rows: SheetRow[]) => {
    let ready: Buffer[] = [];
    for (const row of rows.slice(isHeader ? 1 : 0)) {
      const bytes = rowBytes(row);
      size += bytes.length;
      if (size > limits.sheetBytes || performance.now() - begun > maxMilliseconds) throw tooLarge(sheet, row);
      ready.push(bytes);
      // not all rows at once: texts that cells share can make them long
      if (bytes.length > pieceBytes) {
        await writing.add(Buffer.concat(ready));
        ready = [];
      }
    }
    isHeader = false;
    await writing.add(Buffer.concat(ready));
  };
  try {
    for await (const rows of workbook.rows(sheet)) await write(rows);
    await writing.end();
  } catch (error) {
    await writing.abandon();
    throw error;
  }
  await attachments.completeWritten(file, size);
  return file.token;
}

const tooLarge = ({ name }: Sheet, { row }: SheetRow) =>
  new AppError(
    "payload_too_large",
    `The sheet ${JSON.stringify(name)} is too large: it could not be read further than row ${row}. Save it as CSV and import that, or import it in parts`,
  );
