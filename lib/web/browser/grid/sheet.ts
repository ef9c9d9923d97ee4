/*
 * What of a grid is in the page: the headers, as many lines as are in view, and the line below. Elements of lines are used again for
 * others as it is scrolled. What a screen reader needs is on real cells: the cell with the focus stays in the page, wherever it is scrolled to.
 */
import type { Field } from "#lib/schemas/tables/field";
import type { Painted } from "../cells/paint.ts";
import { GroupLines } from "../groups/group-lines.ts";
import type { GridRow } from "./answers.ts";
import { Band, type BandDoes } from "./bands.ts";
import { Geometry, type GridColumn, headHeight, isRightToLeft } from "./geometry.ts";
import type { Cell } from "./keys.ts";
import { type CellMark, drawLine, type GridLine, makeElement, makeLine } from "./lines.ts";
import { type GroupHead, groupHeight, RowLayout } from "./row-layout.ts";
import type { CellRange } from "./selection.ts";

/** How a grid is drawn. */
export interface SheetLook {
  label: string;
  /** In pixels. */
  rowHeight: number;
  /** How many of the first columns stay in place as it is scrolled, if there is room. */
  frozen: number;
  head: BandDoes;
  /** A line below the rows, in an element that is scrolled sideways with them. */
  foot?: { host: HTMLElement; does: BandDoes } | undefined;
  /** The fields by which it is grouped, the outermost first. */
  groupedBy: readonly Field[];
}

/** What is drawn. */
export interface GridPicture {
  rowAt: (row: number) => GridRow | undefined;
  isCounted: boolean;
  active: Cell;
  range: CellRange;
  editing: Cell | undefined;
  /** The group whose header has the focus. */
  group: string | undefined;
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  marks: ReadonlyMap<string, CellMark>;
  revision: number;
}

/** Lines above and below the view that are drawn too. */
const spare = 4;

export class GridSheet {
  readonly element: HTMLElement;
  readonly head: Band;
  readonly foot: Band | undefined;
  columns: readonly GridColumn[];
  geometry: Geometry;
  layout: RowLayout;
  /** How many columns are frozen now. */
  frozen = 0;
  readonly #host: HTMLElement;
  readonly #look: SheetLook;
  readonly #lines = new Map<number, GridLine>();
  readonly #free: GridLine[] = [];
  readonly groups: GroupLines;
  #heads: readonly GroupHead[] = [];

  /** `host` scrolls; it gets the role of a grid. */
  constructor(host: HTMLElement, columns: readonly GridColumn[], look: SheetLook) {
    this.#host = host;
    this.#look = look;
    this.columns = columns;
    this.geometry = new Geometry(columns);
    this.layout = new RowLayout(0, look.rowHeight);
    host.setAttribute("role", "grid");
    host.setAttribute("aria-label", look.label);
    host.setAttribute("aria-multiselectable", "true");
    host.setAttribute("aria-colcount", String(columns.length + 1 + (look.head.addLabel ? 1 : 0)));
    host.style.setProperty("--row", `${look.rowHeight}px`);
    host.classList.toggle("high", look.rowHeight > headHeight);
    this.element = makeElement("sheet", "rowgroup");
    this.head = new Band(look.head);
    this.element.append(this.head.element);
    this.groups = new GroupLines(this.element, look.groupedBy);
    host.replaceChildren(this.element);
    if (look.foot) {
      this.foot = new Band(look.foot.does);
      look.foot.host.replaceChildren(this.foot.element);
    }
    this.#setWidth();
  }

  #setWidth(): void {
    const width = `${this.geometry.width + (this.#look.head.addLabel ? headHeight : 0)}px`;
    this.element.style.width = width;
    // where the grid has a scroll bar it has room for one
    if (this.foot) this.foot.element.style.width = `calc(${width} + 24px)`;
  }

  /** There are so many rows now, in these groups. */
  setRows(count: number, heads: readonly GroupHead[]): void {
    if (this.layout.rows !== count || this.#heads !== heads) {
      this.#heads = heads;
      this.layout = new RowLayout(count, this.#look.rowHeight, heads);
    }
    this.element.style.height = `${this.layout.height + headHeight}px`;
  }

  /** Draws all that is in view. Gives the rows of it. */
  draw(picture: GridPicture): number[] {
    const { scrollTop, scrollLeft, clientWidth } = this.#host;
    const view = this.viewHeight;
    const top = scrollTop * this.layout.scaleOf(view);
    this.#freeze(this.geometry.frozenIn(this.#look.frozen, clientWidth));
    this.head.element.style.setProperty("--pinned", `${this.geometry.edges[this.frozen] ?? 0}px`);
    const left = Math.abs(scrollLeft);
    const [from, to] = this.geometry.columnsBetween(left, left + clientWidth);
    const rowCount = picture.isCounted ? this.layout.lines + 1 : -1;
    this.#host.setAttribute("aria-rowcount", String(rowCount));
    const columns = this.#columnsIn(from, to, picture.active.column);
    this.head.draw(columns, this, picture.active.column);
    this.foot?.draw(columns, this, picture.active.column);
    if (this.#look.foot) this.#look.foot.host.scrollLeft = scrollLeft;
    const room = spare * this.layout.rowHeight;
    const lines = this.layout.between(Math.max(0, top - room), top + view + room);
    const rows = lines.flatMap(({ row }) => row ?? []);
    const active = this.layout.ofRow(picture.active.row);
    const shown = new Map(lines.map((line) => [line.row, line]));
    if (active) shown.set(active.row, active);
    for (const [row, line] of this.#lines) if (!shown.has(row)) this.#release(row, line);
    for (const [row, line] of shown) {
      if (row === undefined) continue;
      this.#drawRow(row, line.line, line.top - (top - scrollTop), columns, picture);
    }
    const focused = picture.group === undefined ? undefined : this.layout.ofGroup(picture.group);
    const heads = new Map([...lines, focused].map((line) => [line?.group?.id, line]));
    this.groups.draw(
      [...heads.values()].flatMap((line) =>
        line?.group ? { head: line.group, line: line.line, place: line.top - (top - scrollTop) } : [],
      ),
    );
    return rows;
  }

  /** The columns in view, and those that must stay: those that are frozen, that with the focus, and the names of records. */
  #columnsIn(left: number, right: number, active: number): number[] {
    const columns = new Set([0, active]);
    for (let column = 0; column < this.frozen; column++) columns.add(column);
    for (let column = left; column <= right; column++) columns.add(column);
    return [...columns].filter((column) => column < this.columns.length).sort((a, b) => a - b);
  }

  /** Cells know whether they are frozen from when they are made. */
  #freeze(frozen: number): void {
    if (frozen === this.frozen) return;
    this.frozen = frozen;
    this.#makeAgain();
  }

  #makeAgain(): void {
    this.head.clear();
    this.foot?.clear();
    for (const line of [...this.#lines.values(), ...this.#free]) {
      for (const cell of line.cells.values()) cell.remove();
      line.cells.clear();
      line.shown = "";
    }
  }

  #drawRow(row: number, index: number, top: number, columns: number[], picture: GridPicture): void {
    const line = this.#lines.get(row) ?? this.#takeLine(row);
    line.element.style.transform = `translateY(${top}px)`;
    const { active, range, ...drawn } = picture;
    drawLine(
      line,
      { row, line: index },
      {
        ...drawn,
        ...{ row: picture.rowAt(row), columns, selected: range },
        active: active.row === row ? active.column : -1,
      },
      this,
    );
  }

  #takeLine(row: number): GridLine {
    const line = this.#free.pop() ?? makeLine();
    this.#lines.set(row, line);
    this.element.append(line.element);
    return line;
  }

  #release(row: number, line: GridLine): void {
    this.#lines.delete(row);
    line.element.remove();
    this.#free.push(line);
  }

  /** A column has another width from now on. */
  setColumnWidth(column: number, width: number): void {
    this.columns = this.columns.map((each, i) => (i === column ? { ...each, width } : each));
    this.geometry = new Geometry(this.columns);
    this.#setWidth();
    this.head.place(this);
    this.foot?.place(this);
    for (const { cells } of this.#lines.values()) for (const [at, cell] of cells) this.placeCell(cell, at);
    // those that are used again
    for (const { cells } of this.#free) for (const [at, cell] of cells) this.placeCell(cell, at);
  }

  /** Gives a cell the place of its column. */
  placeCell(cell: HTMLElement, column: number): void {
    cell.style.width = `${this.columns[column]?.width ?? 0}px`;
    cell.style.insetInlineStart = `${this.geometry.edges[column]}px`;
  }

  /** How wide the content of a column is, as far as it is in view. Lays the page out. */
  contentWidth(column: number): number {
    const cells = [...this.#lines.values()].flatMap(({ cells }) => cells.get(column) ?? []);
    const range = document.createRange();
    return Math.max(
      this.head.contentWidth(column),
      ...cells.map((cell) => {
        range.selectNodeContents(cell);
        return range.getBoundingClientRect().width + 20;
      }),
    );
  }

  get viewHeight(): number {
    return Math.max(this.layout.rowHeight, this.#host.clientHeight - headHeight);
  }

  elementOf({ row, column }: Cell): HTMLElement | undefined {
    return this.#lines.get(row)?.cells.get(column);
  }

  /** The cell in which an element is. */
  cellAt(element: Element): Cell | undefined {
    for (const [row, { cells }] of this.#lines)
      for (const [column, cell] of cells) if (cell.contains(element)) return { row, column };
    return undefined;
  }

  /** The row of which an element is the number. */
  numberedBy(element: Element): number | undefined {
    for (const [row, { number }] of this.#lines) if (number === element) return row;
    return undefined;
  }

  /** The record that a button opens. */
  openedBy(element: Element): string | undefined {
    for (const { open, row } of this.#lines.values()) if (open === element) return row?.id;
    return undefined;
  }

  isInView(row: number): boolean {
    const { scrollTop } = this.#host;
    const top = this.layout.ofRow(row)?.top;
    if (top === undefined) return false;
    return top >= scrollTop && top + this.layout.rowHeight <= scrollTop + this.viewHeight;
  }

  /** Scrolls until a cell is in view. */
  scrollTo({ row, column }: Cell): void {
    const at = this.layout.ofRow(row);
    if (at) this.#scrollDown(at.top, this.layout.rowHeight);
    const host = this.#host;
    if (column < this.frozen) return;
    const { edges } = this.geometry;
    const [begin = 0, end = 0] = edges.slice(column, column + 2);
    const pinned = edges[this.frozen] ?? 0;
    // from right to left what is scrolled to has negative places
    const sign = isRightToLeft(host) ? -1 : 1;
    let from = Math.abs(host.scrollLeft);
    if (end > from + host.clientWidth) from = end - host.clientWidth;
    if (begin < from + pinned) from = begin - pinned;
    if (column === 0) from = 0;
    if (from !== Math.abs(host.scrollLeft)) host.scrollLeft = sign * from;
  }

  /** Scrolls until the header of a group is in view. */
  scrollToGroup(id: string): void {
    const at = this.layout.ofGroup(id);
    if (at) this.#scrollDown(at.top, groupHeight);
  }

  #scrollDown(top: number, height: number): void {
    const host = this.#host;
    const view = this.viewHeight;
    const scale = this.layout.scaleOf(view);
    if (top < host.scrollTop * scale) host.scrollTop = top / scale;
    else if (top + height > host.scrollTop * scale + view) host.scrollTop = (top + height - view) / scale;
  }
}
