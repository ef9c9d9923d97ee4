/* What is written to several cells at once: pasted, filled and emptied. */

import { filledSize, sizeOf } from "#lib/engine/selection/pasted";
import { seenOf } from "../cells/field-options.ts";
import { fillBeyond } from "../fill/series.ts";
import { appTexts } from "../texts.ts";
import type { GridRow } from "./answers.ts";
import { clipboardText, copyToClipboard, type PastedValues, pastedValues, valuesIn } from "./clipboard.ts";
import { type CellEdits, isNewId } from "./edits.ts";
import type { GridColumn } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import { isEditable } from "./lines.ts";
import type { RowWindow } from "./rows.ts";
import { type CellRange, isOneCell, uniteRanges } from "./selection.ts";
import { changeRows, type PasteChoice, pasteInto, type RefusedCell } from "./write-cells.ts";

/** The cells of a paste that do not fit. */
export interface RefusedPart {
  refused: RefusedCell[];
  /** How many are refused; not all may be named. */
  total: number;
  all: number;
  columns: GridColumn[];
  /** The first row. */
  top: number;
  /** Names that no linked record has, if records can be made of them. */
  names: string[];
}

export interface RangeOptions {
  tableId: string;
  grid: Grid;
  rows: RowWindow;
  edits: CellEdits;
  /** Whether the person may change, create and delete records. */
  mayEdit: boolean;
  /** Says something to the person, and to a screen reader. */
  say: (text: string) => void;
  /** There may be more or fewer rows, or other ones. */
  onRows: () => void;
  /** Some cells do not fit. */
  askForRest: (refused: RefusedPart) => Promise<PasteChoice>;
}

export class RangeWrites {
  readonly #options: RangeOptions;
  readonly #run: (task: () => Promise<void>) => true;

  /** `run` does something that may fail, after what was begun before it. */
  constructor(options: RangeOptions, run: (task: () => Promise<void>) => true) {
    this.#options = options;
    this.#run = run;
  }

  /** The records and columns that are selected. */
  async selected(): Promise<{ records: GridRow[]; columns: GridColumn[] }> {
    const { grid, rows } = this.#options;
    const { top, bottom, left, right } = grid.range;
    return { records: await rows.read(top, bottom), columns: grid.columns.slice(left, right + 1) };
  }

  /** Empties the selected cells. */
  async clear(): Promise<void> {
    const { grid, edits, mayEdit, tableId, rows, say } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    const { records, columns } = await this.selected();
    const written = columns.filter(({ field }) => isEditable(field));
    const [only] = records;
    const [column] = written;
    if (isOneCell(grid.range) && only && column) {
      const { field } = column;
      const value = edits.at(only.id, field.id)?.value ?? only.fields[field.id];
      return edits.set(only.id, field.id, null, { seen: seenOf(field, value) });
    }
    await edits.settle();
    const fields = Object.fromEntries(written.map(({ field }) => [field.id, null]));
    if (written.length > 0) {
      for (const { id } of records.filter((row) => isNewId(row.id))) edits.setAll(id, fields);
      const answer = await changeRows(
        tableId,
        records.flatMap(({ id }) => (isNewId(id) ? [] : [{ id, fields }])),
      );
      for (const row of answer) rows.replaceRow(row);
    }
    say(appTexts.cleared(records.length * written.length));
  }

  /** Copies the selected cells, and empties them if they are cut. */
  copy(event: ClipboardEvent, isCut: boolean): void {
    const { grid, rows, say } = this.#options;
    const { top, bottom, left, right } = grid.range;
    const columns = grid.columns.slice(left, right + 1);
    const known: GridRow[] = [];
    for (let index = top; index <= bottom; index++) {
      const row = rows.at(index);
      if (row) known.push(row);
    }
    event.preventDefault();
    const said = () => say(appTexts.copied((bottom - top + 1) * columns.length));
    if (known.length === bottom - top + 1 && event.clipboardData) {
      copyToClipboard(event.clipboardData, known, columns);
      said();
      if (isCut) this.#run(() => this.clear());
      return;
    }
    this.#run(async () => {
      const records = await rows.read(top, bottom);
      await navigator.clipboard.writeText(clipboardText(records, columns));
      said();
      if (isCut) await this.clear();
    });
  }

  /** Pastes what the clipboard has. */
  paste(event: ClipboardEvent): void {
    event.preventDefault();
    const content = event.clipboardData ? pastedValues(event.clipboardData) : [];
    if (content.length > 0) this.#run(() => this.#write(content));
  }

  /** Fills the selection with the cells of its first row or column. */
  async fill(from: { top: number; bottom: number; left: number; right: number }): Promise<void> {
    const { grid, rows } = this.#options;
    const records = await rows.read(from.top, from.bottom);
    const columns = grid.columns.slice(from.left, from.right + 1);
    await this.#write(valuesIn(records, columns));
  }

  /** Fills cells beyond the selected ones, as the handle of the selection does. */
  async fillTo(from: CellRange, to: CellRange): Promise<void> {
    const { grid, rows, edits } = this.#options;
    await edits.settle();
    const records = await rows.read(from.top, from.bottom);
    const columns = grid.columns.slice(from.left, from.right + 1);
    const fields = columns.map(({ field }) => field);
    grid.select(to);
    await this.#write(fillBeyond(valuesIn(records, columns), fields, from, to));
    grid.select(uniteRanges(from, to));
  }

  /** Writes content from the first selected cell on; it is repeated where the selection is a multiple of it. */
  async #write(content: PastedValues): Promise<void> {
    const { grid, rows, edits, mayEdit, tableId, say, onRows, askForRest } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    await edits.settle();
    const { top, left, bottom, right } = grid.range;
    const size = sizeOf(content);
    const filled = filledSize(size, { rows: bottom - top + 1, columns: right - left + 1 });
    const columns = grid.columns.slice(left, left + filled.columns);
    const shown = await rows.read(top, top + filled.rows - 1);
    const count = filled.rows;
    const all = Array.from({ length: count }, (_, i) => {
      const line = content[i % size.rows] ?? [];
      return columns.map((__, k) => line[k % size.columns] ?? null);
    });
    // the cells of a record that is not stored yet wait with it
    const isNewAt = shown.map(({ id }) => isNewId(edits.idOf(id)));
    for (const [i, { id }] of shown.entries()) if (isNewAt[i]) edits.setAll(id, editedCells(columns, all[i]));
    const records = shown.filter((_, i) => !isNewAt[i]);
    const values = all.filter((_, i) => !isNewAt[i]);
    const target = {
      ...{ tableId, fieldIds: columns.map(({ field }) => field.id) },
      recordIds: records.map(({ id }) => id),
    };
    const cells = values.length * columns.length;
    let isAsked = false;
    let isMade = false;
    const settle = async (refused: RefusedCell[], total: number): Promise<PasteChoice> => {
      const names = isMade ? [] : unknownNames(refused, columns, values);
      const choice = isAsked ? "rest" : await askForRest({ refused, total, all: cells, columns, top, names });
      isMade ||= choice === "make";
      if (choice !== "rest") return choice;
      // a call names so many refused cells as fit into its answer: it is tried until all were named
      isAsked = true;
      for (const { row, column } of refused) {
        const line = values[row];
        const { field } = columns[column] ?? {};
        if (line && field) line[column] = records[row]?.fields[field.id] ?? null;
      }
      return choice;
    };
    const isPasted = await pasteInto(target, values, settle);
    rows.reload();
    if (!isPasted) return grid.takeFocus();
    if (values.length > records.length) onRows();
    grid.select({ top, left, bottom: top + count - 1, right: left + columns.length - 1 });
    say(appTexts.pasted(count, columns.length));
  }
}

/** The cells of a line that people write. */
const editedCells = (
  columns: readonly GridColumn[],
  line: readonly unknown[] = [],
): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap(({ field }, i) => (isEditable(field) ? [[field.id, line[i] ?? null]] : [])),
  );

/** The texts in link cells that were refused, each once: most of them are names that no record has. */
const unknownNames = (
  refused: readonly RefusedCell[],
  columns: readonly GridColumn[],
  values: PastedValues,
): string[] => [
  ...new Set(
    refused.flatMap(({ row, column }) => {
      const value = values[row]?.[column];
      return columns[column]?.field.type === "link" && typeof value === "string" ? [value] : [];
    }),
  ),
];
