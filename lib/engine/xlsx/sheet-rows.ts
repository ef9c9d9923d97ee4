/* The rows of a sheet from its XML, one at a time. */
import { quoteText } from "#lib/engine/field-types/shared/text";
import { limits } from "#lib/schemas/basics/limits";
import { cellName, columnLetters, parseReference } from "./cell-references.ts";
import { textCollector } from "./shared-strings.ts";
import { type CellContext, type RawCell, sheetCell } from "./sheet-cell.ts";
import { sheetLimits } from "./sheet-limits.ts";
import { BadWorkbook, type XmlHandlers } from "./xml.ts";

/** A row with at least one cell that is not empty. */
export interface SheetRow {
  /** Number of the row, from 1. */
  row: number;
  /** The texts of the cells; empty cells are "". */
  cells: string[];
  /** A letter for each cell (`CellKind`), "-" for an empty one. */
  kinds: string;
  /** What is wrong with cells, by column from 1. */
  problems?: { column: number; message: string }[];
  /** Why the row cannot be read. */
  problem?: string;
}

const longestValue = 10 * limits.textLength;

/** Calls `add` for each row. Handlers throw `BadWorkbook`, which names the cell. */
export function collectRows(sheet: string, context: CellContext, add: (row: SheetRow) => void): XmlHandlers {
  let isInData = false;
  let isInValue = false;
  let [row, column, length] = [0, 0, 0];
  let current: SheetRow = { row: 0, cells: [], kinds: "" };
  let raw: RawCell | undefined;
  const inline = textCollector();

  function beginRow({ r }: Record<string, string>): void {
    const next = r === undefined ? row + 1 : Number(r);
    if (!Number.isInteger(next) || next <= row)
      throw new BadWorkbook(`row ${quoteText(String(r))} comes after row ${row}`, cellName(sheet, row || 1));
    if (next > sheetLimits.rows) throw new BadWorkbook(`a sheet has at most ${sheetLimits.rows} rows`, sheet);
    [row, column, length] = [next, 0, 0];
    current = { row, cells: [], kinds: "" };
  }

  function beginCell({ r, t = "", s }: Record<string, string>): void {
    const place = r === undefined ? { row, column: column + 1 } : parseReference(r);
    if (place?.row !== row || place.column <= column || place.column > sheetLimits.columns)
      throw new BadWorkbook(
        `a cell is named ${quoteText(String(r ?? columnLetters(column + 1)))}, which cannot be behind column ${columnLetters(column) || "0"} of this row`,
        cellName(sheet, row),
      );
    column = place.column;
    raw = { type: t, style: Number(s ?? 0), value: undefined, inline: "", hasFormula: false };
    inline.begin();
  }

  function endCell(ended: RawCell): void {
    const cell = sheetCell({ ...ended, inline: inline.end() }, context);
    if (!cell || current.problem) return;
    if (column > limits.fieldsPerTable)
      throw new BadWorkbook(
        `the limit is ${limits.fieldsPerTable} columns, up to ${columnLetters(limits.fieldsPerTable)}`,
        cellName(sheet, row, column),
      );
    while (current.cells.length < column) {
      current.cells.push("");
      current.kinds += "-";
    }
    if ("problem" in cell) {
      current.problems = [...(current.problems ?? []), { column, message: cell.problem }];
      return;
    }
    length += cell.text.length;
    current.cells[column - 1] = cell.text;
    current.kinds = current.kinds.slice(0, -1) + cell.kind;
    // a text that is stored once can be in each cell of a row
    if (length > limits.csvLineBytes / 4)
      current = { row, cells: [], kinds: "", problem: `has more than ${limits.csvLineBytes / 4} characters` };
  }

  return {
    open(name, depth, attributes) {
      if (depth === 1 && name !== "worksheet") throw new BadWorkbook("is not a worksheet", sheet);
      else if (depth === 2) isInData = name === "sheetData";
      else if (!isInData) return;
      else if (depth === 3 && name === "row") beginRow(attributes);
      else if (depth === 4 && name === "c") beginCell(attributes);
      else if (raw && depth === 5) {
        isInValue = name === "v";
        if (isInValue) raw.value = "";
        if (name === "f") raw.hasFormula = true;
      } else if (raw) inline.open(name);
    },
    text(text) {
      if (!raw) return;
      if (!isInValue) inline.text(text);
      else if ((raw.value?.length ?? 0) <= longestValue) raw.value += text;
    },
    close(name, depth) {
      if (!isInData) return;
      if (depth === 2) isInData = false;
      else if (depth === 3 && (current.cells.length > 0 || current.problem)) {
        add(current);
        current = { row, cells: [], kinds: "" };
      } else if (depth === 4 && raw) {
        endCell(raw);
        raw = undefined;
      } else if (depth === 5) isInValue = false;
      else inline.close(name);
    },
  };
}
