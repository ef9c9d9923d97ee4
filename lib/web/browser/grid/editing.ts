/* What the keys, the mouse and the clipboard do to the cells of a grid. */

import { describeProblem } from "../call.ts";
import type { FocusMove } from "../cells/editor-props.ts";
import { seenOf } from "../cells/field-options.ts";
import { reloadOnce } from "../late.tsx";
import { appTexts } from "../texts.ts";
import type { UndoStep } from "../undo-steps.ts";
import type { GridRow } from "./answers.ts";
import { isNewId } from "./edits.ts";
import type { Cell } from "./keys.ts";
import { isEditable } from "./lines.ts";
import { type RangeOptions, RangeWrites } from "./range-writes.ts";
import { takeBackStep } from "./take-back.ts";
import { deleteRecords } from "./write-cells.ts";

export interface EditingOptions extends RangeOptions {
  baseId: string;
  viewId: string | undefined;
  fail: (text: string) => void;
  onUndone: (step: UndoStep) => void;
  /** An editor was opened, or has ended. */
  onEditor: (isOpen: boolean) => void;
  openRecord: (recordId: string) => void;
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
  /** What is done to all selected cells. */
  readonly cells: RangeWrites;
  #close: (() => void) | undefined;
  /** Ends when all that was begun is done. */
  #turn: Promise<void> = Promise.resolve();
  /** What is typed while the editors are loaded. */
  #typed: { text: string } | undefined;

  constructor(options: EditingOptions) {
    this.#options = options;
    this.cells = new RangeWrites(options, this.run);
  }

  /** Takes what the clipboard and the browser say of an element. */
  listen(host: HTMLElement, signal: AbortSignal): void {
    const isOwn = () => !this.#close;
    host.addEventListener("copy", (event) => isOwn() && this.cells.copy(event, false), { signal });
    host.addEventListener("cut", (event) => isOwn() && this.cells.copy(event, true), { signal });
    host.addEventListener("paste", (event) => isOwn() && this.cells.paste(event), { signal });
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
    if (key === "Delete" || key === "Backspace") return this.run(() => this.cells.clear());
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
      return this.run(() => this.cells.fill({ ...range, bottom: range.top }));
    if (key === "r" && range.right > range.left)
      return this.run(() => this.cells.fill({ ...range, right: range.left }));
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
        if (change) edits.set(row.id, field.id, change.value, { seen: seenOf(field, value) });
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

  /** Makes a record: at the end, or below a row. */
  async addRow(below?: number): Promise<void> {
    const { grid, rows, edits, mayEdit, viewId, say, onRows } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    const anchorId = below === undefined ? undefined : this.#rowAt(below)?.id;
    const made = await edits.make(
      {},
      viewId && anchorId ? { viewId, anchorId, position: "after" } : undefined,
    );
    if (isNewId(made)) {
      say(appTexts.madeLater);
      // the row is drawn before it gets the focus
      grid.takeFocus();
    } else {
      rows.reload();
      onRows();
      const near = below === undefined ? rows.count : below + 1;
      await rows.read(Math.max(0, near - 1), near + 1);
    }
    const at = rows.indexOf(made);
    if (at !== undefined) grid.focus({ row: at, column: 0 });
  }

  /** Deletes the records of the selected rows. */
  async deleteRows(): Promise<void> {
    const { grid, rows, edits, mayEdit, tableId, say, onRows } = this.#options;
    if (!mayEdit) return say(appTexts.notYours);
    await edits.settle();
    const { records } = await this.cells.selected();
    const ids = records.map(({ id }) => id);
    for (const id of ids) edits.giveUpNew(id);
    const stored = ids.filter((id) => !isNewId(id));
    if (stored.length > 0) await deleteRecords(tableId, stored);
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
