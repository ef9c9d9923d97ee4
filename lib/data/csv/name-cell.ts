import { cellName } from "#lib/engine/xlsx/cell-references";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import type { FileFormat } from "./csv-file.ts";

/** A bad line; if it is a row of a sheet, with the name of its cell or row. */
export const nameCell = (bad: BadLine, format: FileFormat): BadLine =>
  "sheet" in format ? { ...bad, cell: cellName(format.sheet, bad.line, bad.column) } : bad;
