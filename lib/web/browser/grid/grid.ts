/*
 * The grid: as many rows of the DOM as are in view, which are used again for others as it is scrolled. What a screen reader needs is on real
 * cells: the cell with the focus stays in the DOM, wherever it is scrolled to.
 */
import type { Painted } from "../cells/paint.ts";
import type { GridRow } from "./answers.ts";
import { Geometry, type GridColumn, rowHeight } from "./geometry.ts";
import { type Cell, moveBy } from "./keys.ts";
import {
  type CellMark,
  drawLine,
  type GridLine,
  insertInOrder,
  makeCell,
  makeElement,
  makeLine,
} from "./lines.ts";
import { dragSelection } from "./pointer.ts";
import type { RowWindow } from "./rows.ts";
import { type CellRange, rangeBetween } from "./selection.ts";

/** What the grid shows of a cell, and what it leaves to others. */
export interface GridDoes {
  /** What is shown of the cell of a record. */
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  /** Handles a key that does not move the focus; false if it is none of its own. */
  press: (event: KeyboardEvent) => boolean;
  /** A cell was clicked twice, or tapped twice. */
  open: (cell: Cell) => void;
  openRecord: (recordId: string) => void;
  /** The focus is at another cell. */
  moved: (recordId: string | undefined, fieldId: string | undefined) => void;
}

/** Where a person is in a grid. It is kept when the grid is made again, because its columns changed. */
export interface GridPlace {
  top: number;
  left: number;
  recordId: string | undefined;
  fieldId: string | undefined;
  hasFocus: boolean;
}

/** Rows above and below the view that are drawn too. */
const spare = 4;

export class Grid {
  readonly columns: readonly GridColumn[];
  readonly #host: HTMLElement;
  readonly #sheet: HTMLElement;
  readonly #head: HTMLElement;
  readonly #geometry: Geometry;
  readonly #lines = new Map<number, GridLine>();
  readonly #free: GridLine[] = [];
  readonly #headers = new Map<number, HTMLElement>();
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
  #editing: Cell | undefined;
  #revision = 0;
  #frame = 0;

  /** `host` scrolls; it gets the role of a grid. */
  constructor(host: HTMLElement, columns: readonly GridColumn[], label: string, does: GridDoes) {
    this.#does = does;
    this.#host = host;
    this.columns = columns;
    this.#geometry = new Geometry(columns);
    host.setAttribute("role", "grid");
    host.setAttribute("aria-label", label);
    host.setAttribute("aria-multiselectable", "true");
    host.setAttribute("aria-colcount", String(columns.length + 1));
    this.#sheet = makeElement("sheet", "rowgroup");
    this.#sheet.style.width = `${this.#geometry.width}px`;
    this.#head = makeElement("line head", "row");
    this.#head.setAttribute("aria-rowindex", "1");
    const corner = makeElement("cell number", "columnheader");
    corner.setAttribute("aria-colindex", "1");
    corner.textContent = "#";
    this.#head.append(corner);
    this.#sheet.append(this.#head);
    host.replaceChildren(this.#sheet);
    const { signal } = this.#ending;
    host.addEventListener("scroll", this.drawSoon, { passive: true, signal });
    host.addEventListener("keydown", this.#onKey, { signal });
    host.addEventListener("focusin", this.#onFocus, { signal });
    host.addEventListener("click", this.#onClick, { signal });
    host.addEventListener("pointerdown", this.#onPointer, { signal });
    host.addEventListener("dblclick", this.#onDouble, { signal });
    this.#resized = new ResizeObserver(this.drawSoon);
    this.#resized.observe(host);
  }

  /** From now on it shows these. */
  showRows(rows: RowWindow): void {
    this.#rows = rows;
    this.drawSoon();
  }

  /** Shows these marks, by the id of the record, a space and the id of the field. */
  setMarks(marks: ReadonlyMap<string, CellMark>): void {
    this.#marks = marks;
    this.redraw();
  }

  /** Where the person is. */
  get place(): GridPlace {
    return {
      ...{ top: this.#host.scrollTop, left: this.#host.scrollLeft, recordId: this.#activeId },
      fieldId: this.columns[this.#active.column]?.field.id,
      hasFocus: this.#host.contains(document.activeElement),
    };
  }

  /** Leads back to where the person was, as far as it is still there. */
  goBack({ top, left, recordId, fieldId, hasFocus }: GridPlace): void {
    const rows = this.#rows;
    if (!rows) return;
    this.#sheet.style.height = `${this.#geometry.heightOf(rows.count) + rowHeight}px`;
    this.#host.scrollTo(left, top);
    const column = Math.max(
      0,
      this.columns.findIndex((each) => each.field.id === fieldId),
    );
    const near = Math.floor((top * this.#geometry.scaleOf(rows.count, this.#viewHeight())) / rowHeight);
    const row = recordId === undefined ? undefined : rows.indexOf(recordId);
    this.#active = this.#corner = { row: row ?? near, column };
    this.#draw();
    if (hasFocus) this.#focusActive();
  }

  /** Ends it. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#ending.abort();
    this.#host.replaceChildren();
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

  /** Selects from the cell with the focus to this one. */
  selectTo(corner: Cell): void {
    this.#corner = corner;
    this.#scrollTo(corner);
    this.drawSoon();
  }

  /** Selects a range; the focus goes to its first cell. */
  select({ top, left, bottom, right }: CellRange): void {
    this.focus({ row: top, column: left });
    this.#corner = { row: bottom, column: right };
    this.drawSoon();
  }

  /** The element of a cell that is edited from now on: the grid does not draw in it until `endEditing`. */
  beginEditing(cell: Cell): HTMLElement | undefined {
    this.focus(cell);
    const element = this.#elementOf(cell);
    if (!element) return undefined;
    this.#editing = cell;
    element.classList.add("editing");
    element.replaceChildren();
    return element;
  }

  endEditing(): void {
    const element = this.#editing && this.#elementOf(this.#editing);
    this.#editing = undefined;
    element?.classList.remove("editing");
    this.redraw();
  }

  /** The cell in which an element is. */
  cellAt(element: Element): Cell | undefined {
    for (const [row, { cells }] of this.#lines)
      for (const [column, cell] of cells) if (cell.contains(element)) return { row, column };
    return undefined;
  }

  #elementOf({ row, column }: Cell): HTMLElement | undefined {
    return this.#lines.get(row)?.cells.get(column);
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
    const isFollowing = this.#followActive(rows);
    const { count } = rows;
    const { scrollTop, scrollLeft, clientWidth } = this.#host;
    const view = this.#viewHeight();
    const scale = this.#geometry.scaleOf(count, view);
    const top = scrollTop * scale;
    const first = Math.max(0, Math.floor(top / rowHeight) - spare);
    const last = Math.min(count - 1, Math.ceil((top + view) / rowHeight) + spare);
    const [left, right] = this.#geometry.columnsBetween(scrollLeft, scrollLeft + clientWidth);
    this.#host.setAttribute("aria-rowcount", String(rows.isCounted ? count + 1 : -1));
    this.#sheet.style.height = `${this.#geometry.heightOf(count) + rowHeight}px`;
    const columns = this.#columnsIn(left, right);
    this.#drawHead(columns);
    this.#active.row = Math.max(0, Math.min(count - 1, this.#active.row));
    const shown = new Set<number>();
    for (let index = first; index <= last; index++) shown.add(index);
    if (count > 0) shown.add(this.#active.row);
    for (const [index, line] of this.#lines) if (!shown.has(index)) this.#release(index, line);
    for (const index of shown) this.#drawLine(index, columns, index * rowHeight - (top - scrollTop));
    this.#activeId = rows.at(this.#active.row)?.id ?? this.#activeId;
    if (isFollowing) this.#focusActive();
    rows.want(first, Math.max(first, last));
  }

  /** The record with the focus may have another place now: then the focus goes with it, and what is in view stays in view. Gives whether it has. */
  #followActive(rows: RowWindow): boolean {
    const { row } = this.#active;
    const now = rows.at(row);
    // an editor stays where it is
    if (this.#editing || this.#activeId === undefined || !now || now.id === this.#activeId) return false;
    const moved = rows.indexOf(this.#activeId);
    this.#activeId = undefined;
    if (moved === undefined || !this.#host.contains(document.activeElement)) return false;
    this.#active = this.#corner = { row: moved, column: this.#active.column };
    if (this.#isInView(row)) this.#host.scrollTop += (moved - row) * rowHeight;
    return true;
  }

  #isInView(row: number): boolean {
    const { scrollTop } = this.#host;
    return row * rowHeight >= scrollTop && (row + 1) * rowHeight <= scrollTop + this.#viewHeight();
  }

  #focusActive(): void {
    const cell = this.#lines.get(this.#active.row)?.cells.get(this.#active.column);
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }

  /** The columns in view, and those that must stay: the first, which is pinned, and that with the focus. */
  #columnsIn(left: number, right: number): number[] {
    const columns = new Set([0, this.#active.column]);
    for (let column = left; column <= right; column++) columns.add(column);
    return [...columns].filter((column) => column < this.columns.length).sort((a, b) => a - b);
  }

  #drawHead(columns: number[]): void {
    for (const [column, header] of this.#headers)
      if (!columns.includes(column)) {
        header.remove();
        this.#headers.delete(column);
      }
    for (const column of columns) {
      const of = this.columns[column];
      if (this.#headers.has(column) || !of) continue;
      const header = makeCell(column, "columnheader", of, this.#geometry);
      header.textContent = of.field.name;
      header.title = of.field.name;
      this.#headers.set(column, header);
      insertInOrder(this.#head, header, column, this.#headers);
    }
  }

  #drawLine(index: number, columns: number[], top: number): void {
    const line = this.#lines.get(index) ?? this.#takeLine(index);
    line.element.style.transform = `translateY(${top}px)`;
    const drawn = {
      ...{ row: this.#rows?.at(index), columns, editing: this.#editing, revision: this.#revision },
      ...{ selected: this.range, paintedOf: this.#does.paintedOf, marks: this.#marks },
      active: this.#active.row === index ? this.#active.column : -1,
    };
    drawLine(line, index, drawn, { all: this.columns, geometry: this.#geometry });
  }

  #takeLine(index: number): GridLine {
    const line = this.#free.pop() ?? makeLine();
    this.#lines.set(index, line);
    this.#sheet.append(line.element);
    return line;
  }

  #release(index: number, line: GridLine): void {
    this.#lines.delete(index);
    line.element.remove();
    this.#free.push(line);
  }

  #viewHeight(): number {
    return Math.max(rowHeight, this.#host.clientHeight - rowHeight);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // buttons of the grid have keys of their own
    const { target: at } = event;
    if (this.#editing || !(at instanceof Element) || !this.cellAt(at)) return;
    const page = Math.max(1, Math.floor(this.#viewHeight() / rowHeight) - 1);
    const size = { rows: this.#rows?.count ?? 0, columns: this.columns.length, page };
    if (size.rows === 0) return;
    const isExtending = event.shiftKey && event.key !== "Tab";
    const target = moveBy(event, isExtending ? this.#corner : this.#active, size);
    if (target && isExtending) this.selectTo(target);
    else if (target) this.focus(target);
    else if (!this.#does.press(event)) return;
    event.preventDefault();
  };

  readonly #onClick = ({ target }: MouseEvent): void => {
    for (const { open, row } of this.#lines.values())
      if (open === target && row) this.#does.openRecord(row.id);
  };

  /** The focus came by a click or a finger, or from elsewhere. */
  readonly #onFocus = ({ target }: FocusEvent): void => {
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
    if (event.button !== 0 || this.#editing || !(target instanceof Element)) return;
    const [row] = [...this.#lines].find(([, { number }]) => number === target) ?? [];
    if (row !== undefined) {
      event.preventDefault();
      const { top, bottom } = event.shiftKey ? this.range : { top: row, bottom: row };
      this.select({
        ...{ top: Math.min(top, row), bottom: Math.max(bottom, row) },
        ...{ left: 0, right: this.columns.length - 1 },
      });
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

  readonly #onDouble = ({ target }: MouseEvent): void => {
    const cell = target instanceof Element && !this.#editing && this.cellAt(target);
    if (cell) this.#does.open(cell);
  };

  /** Gives a cell the focus, and scrolls until it is in view. Only this cell is selected. */
  focus(cell: Cell): void {
    this.#setActive(cell);
    this.#scrollTo(cell);
    this.#draw();
    this.#focusActive();
  }

  #scrollTo(cell: Cell): void {
    const host = this.#host;
    const view = this.#viewHeight();
    const scale = this.#geometry.scaleOf(this.#rows?.count ?? 0, view);
    const [top, bottom] = [cell.row * rowHeight, (cell.row + 1) * rowHeight];
    if (top < host.scrollTop * scale) host.scrollTop = top / scale;
    else if (bottom > host.scrollTop * scale + view) host.scrollTop = (bottom - view) / scale;
    if (cell.column > 0) {
      const [left = 0, right = 0] = this.#geometry.edges.slice(cell.column, cell.column + 2);
      const pinned = this.#pinnedWidth();
      if (right > host.scrollLeft + host.clientWidth) host.scrollLeft = right - host.clientWidth;
      if (left < host.scrollLeft + pinned) host.scrollLeft = left - pinned;
    } else host.scrollLeft = 0;
  }

  /** How much of the view the pinned columns cover; on a phone only the numbers of the rows are pinned. */
  #pinnedWidth(): number {
    const first = this.#headers.get(0);
    const isPinned = first !== undefined && getComputedStyle(first).position === "sticky";
    return (isPinned ? this.#geometry.edges[1] : this.#geometry.edges[0]) ?? 0;
  }
}
