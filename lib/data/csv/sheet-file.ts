/*
 * Rows of a sheet as a file of lines, so that an import can go on at any of them, as in CSV: one JSON object a line. An import of a
 * workbook writes it once; its job reads it piece by piece.
 */
import type { Line } from "#lib/engine/csv/lines";
import type { SheetRow } from "#lib/engine/xlsx/sheet-rows";
import { type LinePosition, type Piece, pieceBytes, type Read } from "./csv-file.ts";

/** A row as a line of the file. */
export const rowBytes = (row: SheetRow): Buffer => Buffer.from(`${JSON.stringify(row)}\n`);

/** A row as a line of an import that ends at this offset in bytes. */
export const rowLine = ({ row, ...content }: SheetRow, end: number): Line => ({
  ...content,
  line: row,
  end,
  next: row + 1,
});

/** Reads rows from a position; at least one, unless the file has ended. */
export async function readRows(read: Read, { at, line }: LinePosition): Promise<Piece> {
  for (let count = pieceBytes; ; count *= 4) {
    const bytes = await read(count, at);
    const isLast = bytes.length < count;
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      lines.push(rowLine(JSON.parse(bytes.toString("utf8", start, end)) as SheetRow, at + end + 1));
      start = end + 1;
    }
    if (lines.length > 0 || isLast)
      return { lines, at: at + start, line: lines.at(-1)?.next ?? line, isLast };
  }
}
