/* The grid: where the focus is, what is selected, and what keys and the pointer do to both. `sheet.ts` draws it. */
import type { Painted } from "../cells/paint.ts";
import { dragFill, makeFillHandle } from "../fill/fill-handle.ts";
import type { GridRow } from "./answers.ts";
import { type GridColumn, isRightToLeft } from "./geometry.ts";
import { type Cell, findKeyStep, mirrorKey } from "./keys.ts";
import type { CellMark } from "./lines.ts";
import { dragSelection } from "./pointer.ts";
import type { GroupHead } from "./row-layout.ts";
import { type RowWindow, rowsInBlock } from "./rows.ts";
import { type CellRange, rangeBetween, uniteRanges } from "./selection.ts";
import { GridSheet, type SheetLook } from "./sheet.ts";

/** What the grid shows of a cell, and what it leaves to others. */
export interface GridDoes {
  /** What is shown of the cell of a record. */
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  /** Handles a key that does not move the focus; false if it is none of its own. */
  press: (event: KeyboardEvent) => boolean;
  /** A cell was clicked twice, or tapped twice. */
  open: (cell: Cell) => void;
  openRecord: (recordId: string) => void;
  /** Fills cells beyond the selection from it; absent for those who may not. */
  fill?: ((from: CellRange, to: CellRange) => void) | undefined;
  /** Folds a group, or shows its rows again. */
  fold: (groupId: string, isFolded: boolean) => void;
  /** What can be done at a cell, or at the number of a row, is asked for. */
  openMenu: (anchor: HTMLElement) => void;
  /** The focus is at another cell. */
  moved: (recordId: string | undefined, fieldId: string | undefined) => void;
}

/** Where a person is in a grid. It is kept when the grid is made again, because its columns changed. */
export interface GridPlace {
  top: number;
  left: number;
  recordId: string | undefined;
  fieldId: string | undefined;
  /** The place of the field among the columns. */
  column: number;
  /** What has the focus; undefined if it is elsewhere. */
  focus: "cells" | "headers" | undefined;
}

export class Grid {
  readonly sheet: GridSheet;
  readonly #host: HTMLElement;
  readonly #resized: ResizeObserver;
  readonly #does: GridDoes;
  readonly #ending = new AbortController();
  #rows: RowWindow | undefined;
  #active: Cell = { row: 0, column: 0 };
  /** The record with the focus: the focus goes where it goes. */
  #activeId: string | undefined;
  #marks: ReadonlyMap<string, CellMark> = new Map();
  /** The corner of the selection that is not the cell with the focus. */
  #corner: Cell = { row: 0, column: 0 };
  /** The group whose header has the focus. */
  #group: string | undefined;
  #groups: readonly GroupHead[] = [];
  readonly #handle = makeFillHandle();
  /** The cells that would be filled if the handle were let go now. */
  #filling: CellRange | undefined;
  #editing: Cell | undefined;
  /** Called after each drawing. */
  afterDraw: (() => void) | undefined;
  #revision = 0;
  #frame = 0;

  /** `host` scrolls; it gets the role of a grid. */
  constructor(host: HTMLElement, columns: readonly GridColumn[], look: SheetLook, does: GridDoes) {
    this.#does = does;
    this.#host = host;
    this.sheet = new GridSheet(host, columns, look);
    const { signal } = this.#ending;
    host.addEventListener("scroll", this.drawSoon, { passive: true, signal });
    host.addEventListener("keydown", this.#onKey, { signal });
    host.addEventListener("focusin", this.#onFocus, { signal });
    host.addEventListener("click", this.#onClick, { signal });
    host.addEventListener("pointerdown", this.#onPointer, { signal });
    host.addEventListener("dblclick", this.#onDouble, { signal });
    host.addEventListener("contextmenu", this.#onContext, { signal });
    this.#resized = new ResizeObserver(this.drawSoon);
    this.#resized.observe(host);
  }

  get columns(): readonly GridColumn[] {
    return this.sheet.columns;
  }

  /** From now on it shows these. */
  showRows(rows: RowWindow): void {
    this.#rows = rows;
    this.drawSoon();
  }

  /** The rows are in these groups. */
  setGroups(groups: readonly GroupHead[]): void {
    this.#groups = groups;
    // the next key goes by them, also if it comes before they are drawn
    if (this.#rows) this.sheet.setRows(this.#rows.count, groups);
    this.drawSoon();
  }

  /** Shows these marks, by the id of the record, a space and the id of the field. */
  setMarks(marks: ReadonlyMap<string, CellMark>): void {
    this.#marks = marks;
    this.redraw();
  }

  /** Where the person is. */
  get place(): GridPlace {
    const { column } = this.#active;
    const isIn = (element: HTMLElement) => element.contains(document.activeElement);
    return {
      ...{ top: this.#host.scrollTop, left: this.#host.scrollLeft, recordId: this.#activeId, column },
      fieldId: this.columns[column]?.field.id,
      focus: isIn(this.sheet.head.element) ? "headers" : isIn(this.#host) ? "cells" : undefined,
    };
  }

  /** Leads back to where the person was, as far as it is still there. */
  goBack({ top, left, recordId, fieldId, column: former, focus }: GridPlace): void {
    const rows = this.#rows;
    if (!rows) return;
    const { sheet } = this;
    sheet.setRows(rows.count, this.#groups);
    this.#host.scrollTo(left, top);
    const found = this.columns.findIndex(({ field }) => field.id === fieldId);
    const column = found === -1 ? Math.max(0, Math.min(former, this.columns.length - 1)) : found;
    const near = sheet.layout.rowAt(top * sheet.layout.scaleOf(sheet.viewHeight));
    const row = recordId === undefined ? undefined : rows.indexOf(recordId);
    this.#active = this.#corner = { row: row ?? near, column };
    this.#draw();
    if (focus === "cells") this.#focusActive();
    if (focus === "headers") sheet.head.focus(column);
  }

  /** Ends it. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#ending.abort();
    this.#host.replaceChildren();
  }

  get isEditing(): boolean {
    return this.#editing !== undefined;
  }

  get active(): Cell {
    return this.#active;
  }

  /** What is selected: at least the cell with the focus. */
  get range(): CellRange {
    return rangeBetween(this.#active, this.#corner);
  }

  /** Draws all again in the next frame: cells have other values. */
  redraw(): void {
    this.#revision++;
    this.drawSoon();
  }

  /** Selects from the cell with the focus to this one. A selection ends at a folded group. */
  selectTo({ row, column }: Cell): void {
    const [first, last] = this.sheet.layout.runAround(this.#active.row);
    this.#corner = { row: Math.max(first, Math.min(last, row)), column };
    this.sheet.scrollTo(this.#corner);
    this.drawSoon();
  }

  /** Selects a range; the focus goes to its first cell. */
  select({ top, left, bottom, right }: CellRange): void {
    this.focus({ row: top, column: left });
    const [, last] = this.sheet.layout.runAround(this.#active.row);
    this.#corner = { row: Math.min(last, bottom), column: right };
    this.drawSoon();
  }

  /** Selects a row; `isExtending`: and those that are selected. */
  selectRow(row: number, isExtending = false): void {
    const { top, bottom } = isExtending ? this.range : { top: row, bottom: row };
    this.select({
      ...{ top: Math.min(top, row), bottom: Math.max(bottom, row) },
      ...{ left: 0, right: this.columns.length - 1 },
    });
  }

  /** Selects from one cell to another; nothing gets the focus, and nothing is scrolled. */
  stretch(from: Cell, to: Cell): void {
    this.#setActive(from);
    const [first, last] = this.sheet.layout.runAround(from.row);
    this.#corner = { row: Math.max(first, Math.min(last, to.row)), column: to.column };
    this.drawSoon();
  }

  /** Asks for what can be done at the element: with the selection it is in, otherwise with it alone. */
  askMenu(element: Element): boolean {
    const row = this.sheet.numberedBy(element);
    const cell = row === undefined ? this.cellAt(element) : { row, column: 0 };
    if (!cell) return false;
    if (!this.#isSelected(element)) {
      if (row === undefined) this.focus(cell);
      else this.selectRow(row);
    }
    const anchor = this.sheet.elementOf(cell);
    if (anchor) this.#does.openMenu(anchor);
    return true;
  }

  /** Whether what is at an element is selected: a cell, or the whole row of a number. */
  #isSelected(element: Element): boolean {
    const numbered = this.sheet.numberedBy(element);
    const { row, column } = this.cellAt(element) ?? { row: numbered ?? -1, column: 0 };
    const { top, bottom, left, right } = this.range;
    const isIn = row >= top && row <= bottom && column >= left && column <= right;
    return isIn && (numbered === undefined || right - left === this.columns.length - 1);
  }

  /** Selects all rows of a column. */
  selectColumn(column: number): void {
    const last = (this.#rows?.count ?? 0) - 1;
    if (last < 0) return;
    this.focus({ row: Math.min(last, this.#active.row), column });
    const [from, to] = this.sheet.layout.runAround(this.#active.row);
    this.#active = { row: from, column };
    this.#corner = { row: to, column };
    this.drawSoon();
  }

  /** Gives the header of a column the focus. */
  focusHeader(column: number): void {
    this.#setActive({ row: this.#active.row, column });
    this.sheet.scrollTo({ row: -1, column });
    this.#draw();
    this.sheet.head.focus(column);
  }

  /** The element of a cell that is edited from now on: the grid does not draw in it until `endEditing`. */
  beginEditing(cell: Cell): HTMLElement | undefined {
    this.focus(cell);
    const element = this.sheet.elementOf(cell);
    if (!element) return undefined;
    this.#editing = cell;
    element.classList.add("editing");
    element.replaceChildren();
    return element;
  }

  endEditing(): void {
    const element = this.#editing && this.sheet.elementOf(this.#editing);
    this.#editing = undefined;
    element?.classList.remove("editing");
    this.redraw();
  }

  /** The cell in which an element is. */
  cellAt(element: Element): Cell | undefined {
    return this.sheet.cellAt(element);
  }

  /** Draws in the next frame, however often it is called until then. */
  readonly drawSoon = (): void => {
    if (this.#frame === 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
  };

  #draw(): void {
    const rows = this.#rows;
    if (!rows) return;
    const { sheet } = this;
    const isFollowing = this.#followActive(rows);
    sheet.setRows(rows.count, this.#groups);
    const { row } = this.#active;
    this.#active.row = sheet.layout.nearest(row) ?? row;
    const seen = sheet.draw({
      rowAt: (row) => rows.at(row),
      ...{
        isCounted: rows.isCounted,
        active: this.#active,
        range: this.#filling ?? this.range,
        editing: this.#editing,
      },
      group: this.#group,
      ...{ paintedOf: this.#does.paintedOf, marks: this.#marks, revision: this.#revision },
    });
    this.#placeHandle();
    this.afterDraw?.();
    this.#activeId = rows.at(this.#active.row)?.id ?? this.#activeId;
    if (isFollowing) this.#focusActive();
    const [first = 0, last = first] = [seen[0], seen.at(-1)];
    // at first nothing is seen, because nothing was read
    const isWhole = seen.length === 0 || seen.length > last - first;
    const blocks = isWhole ? undefined : new Set(seen.map((row) => Math.floor(row / rowsInBlock)));
    rows.want(first, last, blocks && ((block) => blocks.has(block)));
  }

  /** The handle is in the last cell of the selection. */
  #placeHandle(): void {
    const { bottom, right } = this.range;
    const isOff = !this.#does.fill || this.#editing !== undefined || this.#filling !== undefined;
    const cell = isOff ? undefined : this.sheet.elementOf({ row: bottom, column: right });
    if (cell && this.#handle.parentElement !== cell) cell.append(this.#handle);
    else if (!cell) this.#handle.remove();
  }

  #dragHandle(event: PointerEvent, fill: (from: CellRange, to: CellRange) => void): void {
    const from = this.range;
    const [first, last] = this.sheet.layout.runAround(this.#active.row);
    event.preventDefault();
    dragFill(event, {
      ...{ host: this.#host, from, fill },
      cellAt: (element) => {
        const cell = this.cellAt(element);
        return cell && { ...cell, row: Math.max(first, Math.min(last, cell.row)) };
      },
      show: (to) => {
        this.#filling = to && uniteRanges(from, to);
        this.drawSoon();
      },
    });
  }

  /** The record with the focus may have another place now: then the focus goes with it, and what is in view stays in view. Gives whether it has. */
  #followActive(rows: RowWindow): boolean {
    const { row } = this.#active;
    const now = rows.at(row);
    // an editor stays where it is
    if (this.#editing || this.#activeId === undefined || !now || now.id === this.#activeId) return false;
    const moved = rows.indexOf(this.#activeId);
    this.#activeId = undefined;
    if (moved === undefined || this.place.focus !== "cells") return false;
    this.#active = this.#corner = { row: moved, column: this.#active.column };
    const { layout } = this.sheet;
    const [from, to] = [layout.ofRow(row), layout.ofRow(moved)];
    if (from && to && this.sheet.isInView(row)) this.#host.scrollTop += to.top - from.top;
    return true;
  }

  /** The cell of the focus gets it, as it is drawn; the selection stays. */
  takeFocus(): void {
    this.#draw();
    this.#focusActive();
  }

  #focusActive(): void {
    const cell = this.sheet.elementOf(this.#active);
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // buttons of the grid have keys of their own
    const { target: at } = event;
    if (this.#editing || !(at instanceof Element)) return;
    if (!this.cellAt(at) && !this.sheet.groups.groupAt(at)) {
      const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
      if (isUndo && this.sheet.element.contains(at) && this.#does.press(event)) event.preventDefault();
      return;
    }
    if ((this.#rows?.count ?? 0) === 0) return;
    if (this.#move(event) || (this.#group === undefined && this.#does.press(event))) event.preventDefault();
  };

  /** Handles a key that leads elsewhere. */
  #move({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const meant = isRightToLeft(this.#host) ? mirrorKey(key) : key;
    const step = findKeyStep(
      { key: meant, altKey, ctrlKey, metaKey, shiftKey },
      {
        ...{ layout: this.sheet.layout, active: this.#active, corner: this.#corner, groupId: this.#group },
        ...{ columns: this.columns.length, viewHeight: this.sheet.viewHeight },
      },
    );
    if (step?.to === "fold") this.#does.fold(step.id, step.isFolded);
    if (step?.to === "group") this.focusGroup(step.id);
    if (step?.to === "column") this.focusHeader(step.column);
    if (step?.to === "cell" && step.isExtending) this.selectTo(step.cell);
    if (step?.to === "cell" && !step.isExtending) this.focus(step.cell);
    return step !== undefined;
  }

  /** Shows a cell without giving it the focus, also if its group is folded. */
  reveal({ row, column }: Cell): void {
    for (const { id, first, count, isFolded } of this.#groups)
      if (isFolded && row >= first && row < first + count) this.#does.fold(id, false);
    this.#setActive({ row, column });
    this.sheet.scrollTo({ row, column });
    this.drawSoon();
  }

  /** Gives the header of a group the focus. */
  focusGroup(id: string): void {
    this.#group = id;
    this.sheet.scrollToGroup(id);
    this.#draw();
    this.sheet.groups.focus(id);
  }

  readonly #onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const recordId = this.sheet.openedBy(target);
    if (recordId) this.#does.openRecord(recordId);
    const group = this.sheet.groups.groupAt(target);
    if (!group) return;
    this.#does.fold(group.id, !group.isFolded);
    this.focusGroup(group.id);
  };

  /** The focus came by a click or a finger, or from elsewhere. */
  readonly #onFocus = ({ target }: FocusEvent): void => {
    this.#group = target instanceof Element ? this.sheet.groups.groupAt(target)?.id : undefined;
    const cell = target instanceof Element ? this.cellAt(target) : undefined;
    if (!cell || (cell.row === this.#active.row && cell.column === this.#active.column)) return;
    this.#setActive(cell);
    this.drawSoon();
  };

  #setActive(cell: Cell): void {
    this.#active = this.#corner = cell;
    this.#activeId = this.#rows?.at(cell.row)?.id;
    this.#does.moved(this.#activeId, this.columns[cell.column]?.field.id);
  }

  readonly #onPointer = (event: PointerEvent): void => {
    const { target } = event;
    if (this.#editing || !(target instanceof Element)) return;
    // what is selected stays while its menu is asked for
    if (event.button === 2 && this.#isSelected(target)) event.preventDefault();
    if (event.button !== 0) return;
    // it may scroll: what a finger does is known later (pointing/grid-touch.ts)
    if (event.pointerType === "touch") return;
    if (target === this.#handle && this.#does.fill) {
      this.#dragHandle(event, this.#does.fill);
      return;
    }
    const row = this.sheet.numberedBy(target);
    if (row !== undefined) {
      event.preventDefault();
      this.selectRow(row, event.shiftKey);
      return;
    }
    const cell = this.cellAt(target);
    if (!cell) return;
    if (event.shiftKey) {
      event.preventDefault();
      this.selectTo(cell);
      return;
    }
    this.#setActive(cell);
    this.drawSoon();
    dragSelection(event, (under) => {
      const corner = this.cellAt(under);
      if (corner && (corner.row !== this.#corner.row || corner.column !== this.#corner.column))
        this.selectTo(corner);
    });
  };

  readonly #onContext = (event: MouseEvent): void => {
    const { target, defaultPrevented } = event;
    if (defaultPrevented || this.#editing || !(target instanceof Element)) return;
    if (this.askMenu(target)) event.preventDefault();
  };

  readonly #onDouble = ({ target }: MouseEvent): void => {
    const cell = target instanceof Element && !this.#editing && this.cellAt(target);
    if (cell) this.#does.open(cell);
  };

  /** Gives a cell the focus, and scrolls until it is in view. Only this cell is selected. */
  focus({ row, column }: Cell): void {
    const cell = { row: this.sheet.layout.nearest(row) ?? row, column };
    this.#group = undefined;
    this.#setActive(cell);
    this.sheet.scrollTo(cell);
    this.#draw();
    this.#focusActive();
  }
}
