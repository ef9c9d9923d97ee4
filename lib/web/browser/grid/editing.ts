/* What the keys, the mouse and the clipboard do to the cells of a grid. */

import { filledSize, sizeOf } from "#lib/engine/selection/pasted";
import { describeProblem } from "../call.ts";
import type { FocusMove } from "../cells/editor-props.ts";
import { fillBeyond } from "../fill/series.ts";
import { reloadOnce } from "../late.tsx";
import { appTexts } from "../texts.ts";
import type { UndoStep } from "../undo-steps.ts";
import type { GridRow } from "./answers.ts";
import { clipboardText, copyToClipboard, type PastedValues, pastedValues, valuesIn } from "./clipboard.ts";
import type { CellEdits } from "./edits.ts";
import type { GridColumn } from "./geometry.ts";
import type { Grid } from "./grid.ts";
import type { Cell } from "./keys.ts";
import { isEditable } from "./lines.ts";
import type { RowWindow } from "./rows.ts";
import { type CellRange, isOneCell, uniteRanges } from "./selection.ts";
import { takeBackStep } from "./take-back.ts";
import {
  changeRows,
  deleteRecords,
  makeRecord,
  type PasteChoice,
  pasteInto,
  type RefusedCell,
} from "./write-cells.ts";

export interface EditingOptions {
  baseId: string;
  tableId: string;
  viewId: string | undefined;
  grid: Grid;
  rows: RowWindow;
  edits: CellEdits;
  /** Whether the person may change, create and delete records. */
  mayEdit: boolean;
  /** Says something to the person, and to a screen reader. */
  say: (text: string) => void;
  fail: (text: string) => void;
  /** There may be more or fewer rows, or other ones. */
  onRows: () => void;
  onUndone: (step: UndoStep) => void;
  /** An editor was opened, or has ended. */
  onEditor: (isOpen: boolean) => void;
  openRecord: (recordId: string) => void;
  /** Some cells do not fit; `names`: those that no linked record has, if records can be made of them. */
  askForRest: (refused: {
    refused: RefusedCell[];
    total: number;
    all: number;
    columns: GridColumn[];
    top: number;
    names: string[];
  }) => Promise<PasteChoice>;
}

type Editors = typeof import("../cells/editor.tsx");
let editors: Editors | undefined;

/** Loads the editors of cells, which the first rows do not wait for. A page of before a deployment is loaded again. */
export async function loadEditors(): Promise<Editors> {
  try {
    editors ??= await import("../cells/editor.tsx");
  } catch (error) {
    await reloadOnce();
    throw error;
  }
  return editors;
}

export class GridEditing {
  readonly #options: EditingOptions;
  #close: (() => void) | undefined;
  /** Ends when all that was begun is done. */
  #turn: Promise<void> = Promise.resolve();
  /** What is typed while the editors are loaded. */
  #typed: { text: string } | undefined;

  constructor(options: EditingOptions) {
    this.#options = options;
  }

  /** Takes what the clipboard and the browser say of an element. */
  listen(host: HTMLElement, signal: AbortSignal): void {
    const isOwn = () => !this.#close;
    host.addEventListener("copy", (event) => isOwn() && this.#copy(event, false), { signal });
    host.addEventListener("cut", (event) => isOwn() && this.#copy(event, true), { signal });
    host.addEventListener("paste", (event) => isOwn() && this.#paste(event), { signal });
  }

  /** Handles a key of the grid. */
  press(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const { grid, openRecord } = this.#options;
    const { active } = grid;
    if (isCommand) return !altKey && this.#command(key.toLowerCase(), shiftKey);
    if (altKey) return key === "ArrowDown" && this.open(active);
    if (key === "Enter" && shiftKey) return this.run(() => this.addRow(active.row));
    if (key === "Enter" || key === "F2") return this.open(active);
    if (key === "Escape") return this.#giveUp();
    if (key === "Delete" || key === "Backspace") return this.run(() => this.clear());
    if (key === " ") {
      const row = this.#rowAt(active.row);
      if (row) openRecord(row.id);
      return true;
    }
    return [...key].length === 1 && this.open(active, key);
  }

  #command(key: string, isShift: boolean): boolean {
    const { grid, rows } = this.#options;
    const { range } = grid;
    if (key === "z") return this.run(() => this.takeBack(isShift ? "redo" : "undo"));
    if (key === "y") return this.run(() => this.takeBack("redo"));
    if (key === "a") {
      grid.select({ top: 0, left: 0, bottom: rows.count - 1, right: grid.columns.length - 1 });
      return true;
    }
    // of one row or column it is another command of the browser
    if (key === "d" && range.bottom > range.top)
      return this.run(() => this.#fill({ ...range, bottom: range.top }));
    if (key === "r" && range.right > range.left)
      return this.run(() => this.#fill({ ...range, right: range.left }));
    return false;
  }

  /** Does something that may fail, after what was begun before it. */
  readonly run = (task: () => Promise<void>): true => {
    this.#turn = this.#turn.then(task).catch((error: unknown) => this.#options.fail(describeProblem(error)));
    return true;
  };

  #rowAt(index: number): GridRow | undefined {
    return this.#options.rows.at(index);
  }

  /** Opens the editor of a cell; `initial` is what was typed. */
  readonly open = (cell: Cell, initial?: string): boolean => {
    const { grid, edits, mayEdit, baseId, tableId, say, onEditor } = this.#options;
    const [row, column] = [this.#rowAt(cell.row), grid.columns[cell.column]];
    if (!row || !column || this.#close) return true;
    const { field } = column;
    if (!mayEdit || !isEditable(field)) {
      say(mayEdit ? appTexts.notEditable : appTexts.notYours);
      return true;
    }
    const value = edits.at(row.id, field.id)?.value ?? row.fields[field.id];
    if (field.type === "checkbox") {
      if (initial === undefined) edits.set(row.id, field.id, value ? null : true);
      return true;
    }
    if (!editors) {
      this.#openLate(cell, initial);
      return true;
    }
    const element = grid.beginEditing(cell);
    if (!element) return true;
    const end = editors.openEditor(element, {
      ...{ baseId, tableId, recordId: row.id, field, value, initial },
      done: (move, change) => {
        if (!this.#close) return;
        this.#close = undefined;
        end();
        onEditor(false);
        if (change) edits.set(row.id, field.id, change.value);
        grid.endEditing();
        this.#move(cell, move);
      },
    });
    this.#close = end;
    onEditor(true);
    return true;
  };

  #openLate(cell: Cell, initial: string | undefined): void {
    if (this.#typed) {
      this.#typed.text += initial ?? "";
      return;
    }
    const typed = { text: initial ?? "" };
    this.#typed = typed;
    const open = async () => {
      try {
        await loadEditors();
      } finally {
        this.#typed = undefined;
      }
      this.open(cell, typed.text || initial);
    };
    this.run(open);
  }

  #move({ row, column }: Cell, move: FocusMove): void {
    if (move === "away") return;
    const { grid, rows } = this.#options;
    const steps = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;
    const [down, right] = steps[move];
    grid.focus({
      row: Math.max(0, Math.min(rows.count - 1, row + down)),
      column: Math.max(0, Math.min(grid.columns.length - 1, column + right)),
    });
  }

  /** Gives up the value of a cell that was refused. */
  #giveUp(): boolean {
    const { grid, edits } = this.#options;
    const [row, column] = [this.#rowAt(grid.active.row), grid.columns[grid.active.column]];
    if (row && column) edits.giveUp(row.id, column.field.id);
    grid.focus(grid.active);
    return true;
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
    if (isOneCell(grid.range) && only && column) return edits.set(only.id, column.field.id, null);
    await edits.settle();
    const fields = Object.fromEntries(written.map(({ field }) => [field.id, null]));
    if (written.length > 0) {
      const answer = await changeRows(
        tableId,
        records.map(({ id }) => ({ id, fields })),
      );
      for (const row of answer) rows.replaceRow(row);
    }
    say(appTexts.cleared(records.length * written.length));
  }

  #copy(event: ClipboardEvent, isCut: boolean): void {
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
      if (isCut) this.run(() => this.clear());
      return;
    }
    this.run(async () => {
      const records = await rows.read(top, bottom);
      await navigator.clipboard.writeText(clipboardText(records, columns));
      said();
      if (isCut) await this.clear();
    });
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    const content = event.clipboardData ? pastedValues(event.clipboardData) : [];
    if (content.length > 0) this.run(() => this.#write(content));
  }

  /** Fills the selection with the cells of its first row or column. */
  async #fill(from: { top: number; bottom: number; left: number; right: number }): Promise<void> {
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
    const records = await rows.read(top, top + filled.rows - 1);
    const count = filled.rows;
    const values = Array.from({ length: count }, (_, i) => {
      const line = content[i % size.rows] ?? [];
      return columns.map((__, k) => line[k % size.columns] ?? null);
    });
    const target = {
      ...{ tableId, fieldIds: columns.map(({ field }) => field.id) },
      recordIds: records.map(({ id }) => id),
    };
    let isAsked = false;
    let isMade = false;
    const settle = async (refused: RefusedCell[], total: number): Promise<PasteChoice> => {
      const all = count * columns.length;
      const names = isMade ? [] : unknownNames(refused, columns, values);
      const choice = isAsked ? "rest" : await askForRest({ refused, total, all, columns, top, names });
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
    if (count > records.length) onRows();
    grid.select({ top, left, bottom: top + count - 1, right: left + columns.length - 1 });
    say(appTexts.pasted(count, columns.length));
  }

  /** Makes a record: at the end, or below a row. */
  async addRow(below?: number): Promise<void> {
    const { grid, rows, mayEdit, tableId, viewId, say, onRows } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    const anchorId = below === undefined ? undefined : this.#rowAt(below)?.id;
    const made = await makeRecord(tableId, viewId && anchorId ? { viewId, anchorId } : undefined);
    rows.reload();
    onRows();
    const near = below === undefined ? rows.count : below + 1;
    await rows.read(Math.max(0, near - 1), near + 1);
    const at = made && rows.indexOf(made.id);
    if (at !== undefined) grid.focus({ row: at, column: 0 });
  }

  /** Deletes the records of the selected rows. */
  async deleteRows(): Promise<void> {
    const { grid, rows, edits, mayEdit, tableId, say, onRows } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    await edits.settle();
    const { records } = await this.selected();
    const ids = records.map(({ id }) => id);
    await deleteRecords(tableId, ids);
    rows.reload();
    onRows();
    grid.focus({ row: grid.range.top, column: grid.range.left });
    say(appTexts.deleted(ids.length));
  }

  /** Takes back what this window did last to the table, or does it again. */
  async takeBack(direction: "undo" | "redo"): Promise<void> {
    const { rows, edits, tableId, say, fail, onRows, onUndone } = this.#options;
    const { said, isRefused, step } = await takeBackStep(direction, tableId, edits);
    if (isRefused) return fail(said);
    say(said);
    if (!step) return;
    rows.reload();
    onRows();
    onUndone(step);
  }
}

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
