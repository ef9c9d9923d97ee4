/*
 * The grid: as many rows of the DOM as are in view, which are used again for others as it is scrolled. What a screen reader needs is on real
 * cells: the cell with the focus stays in the DOM, wherever it is scrolled to.
 */
import { cellText } from "../cells/cell-text.ts";
import { appTexts } from "../texts.ts";
import type { GridRow } from "./answers.ts";
import { Geometry, type GridColumn, rowHeight } from "./geometry.ts";
import { type Cell, moveBy } from "./keys.ts";
import type { RowWindow } from "./rows.ts";

interface Line {
  element: HTMLElement;
  number: HTMLElement;
  /** Opens the record; it is in the cell of the number. */
  open: HTMLElement;
  cells: Map<number, HTMLElement>;
  /** What is shown: drawn again only if that changes. */
  shown: string;
  row: GridRow | undefined;
}

/** What is shown at a cell beside its text. */
export interface CellMark {
  /** Another person changed it just now. */
  isChanged?: boolean;
  /** Who is there: initials and a colour. */
  who?: { initials: string; color: string };
}

/** Where a person is in a grid: it outlives a change of its columns. */
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
  readonly #host: HTMLElement;
  readonly #sheet: HTMLElement;
  readonly #head: HTMLElement;
  readonly #columns: readonly GridColumn[];
  readonly #geometry: Geometry;
  readonly #lines = new Map<number, Line>();
  readonly #free: Line[] = [];
  readonly #headers = new Map<number, HTMLElement>();
  readonly #resized: ResizeObserver;
  readonly #openRecord: (recordId: string) => void;
  #rows: RowWindow | undefined;
  #active: Cell = { row: 0, column: 0 };
  /** The record with the focus: the focus goes where it goes. */
  #activeId: string | undefined;
  #marks: ReadonlyMap<string, CellMark> = new Map();
  #drawnMarks = 0;
  #frame = 0;

  /** `host` scrolls; it gets the role of a grid. */
  constructor(
    host: HTMLElement,
    columns: readonly GridColumn[],
    label: string,
    openRecord: (recordId: string) => void,
  ) {
    this.#openRecord = openRecord;
    this.#host = host;
    this.#columns = columns;
    this.#geometry = new Geometry(columns);
    host.setAttribute("role", "grid");
    host.setAttribute("aria-label", label);
    host.setAttribute("aria-readonly", "true");
    host.setAttribute("aria-colcount", String(columns.length + 1));
    this.#sheet = element("div", "sheet", "rowgroup");
    this.#sheet.style.width = `${this.#geometry.width}px`;
    this.#head = element("div", "line head", "row");
    this.#head.setAttribute("aria-rowindex", "1");
    const corner = element("div", "cell number", "columnheader");
    corner.setAttribute("aria-colindex", "1");
    corner.textContent = "#";
    this.#head.append(corner);
    this.#sheet.append(this.#head);
    host.replaceChildren(this.#sheet);
    host.addEventListener("scroll", this.drawSoon, { passive: true });
    host.addEventListener("keydown", this.#onKey);
    host.addEventListener("focusin", this.#onFocus);
    host.addEventListener("click", this.#onClick);
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
    this.#drawnMarks++;
    this.drawSoon();
  }

  /** Where the person is. */
  get place(): GridPlace {
    return {
      ...{ top: this.#host.scrollTop, left: this.#host.scrollLeft, recordId: this.#activeId },
      fieldId: this.#columns[this.#active.column]?.fieldId,
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
      this.#columns.findIndex((each) => each.fieldId === fieldId),
    );
    const near = Math.floor((top * this.#geometry.scaleOf(rows.count, this.#viewHeight())) / rowHeight);
    const row = recordId === undefined ? undefined : rows.indexOf(recordId);
    this.#active = { row: row ?? near, column };
    this.#draw();
    if (hasFocus) this.#focusActive();
  }

  /** Ends it. */
  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#host.removeEventListener("scroll", this.drawSoon);
    this.#host.removeEventListener("keydown", this.#onKey);
    this.#host.removeEventListener("focusin", this.#onFocus);
    this.#host.removeEventListener("click", this.#onClick);
    this.#host.replaceChildren();
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
    if (this.#activeId === undefined || !now || now.id === this.#activeId) return false;
    const moved = rows.indexOf(this.#activeId);
    this.#activeId = undefined;
    if (moved === undefined || !this.#host.contains(document.activeElement)) return false;
    this.#active = { row: moved, column: this.#active.column };
    if (this.#isInView(row)) this.#host.scrollTop += (moved - row) * rowHeight;
    return true;
  }

  #isInView(row: number): boolean {
    const { scrollTop } = this.#host;
    return row * rowHeight >= scrollTop && (row + 1) * rowHeight <= scrollTop + this.#viewHeight();
  }

  #focusActive(): void {
    const cell = this.#lines.get(this.#active.row)?.cells.get(this.#active.column);
    if (cell && cell !== document.activeElement) cell.focus({ preventScroll: true });
  }

  /** The columns in view, and those that must stay: the first, which is pinned, and that with the focus. */
  #columnsIn(left: number, right: number): number[] {
    const columns = new Set([0, this.#active.column]);
    for (let column = left; column <= right; column++) columns.add(column);
    return [...columns].filter((column) => column < this.#columns.length).sort((a, b) => a - b);
  }

  #drawHead(columns: number[]): void {
    for (const [column, header] of this.#headers)
      if (!columns.includes(column)) {
        header.remove();
        this.#headers.delete(column);
      }
    for (const column of columns) {
      if (this.#headers.has(column)) continue;
      const header = this.#makeCell(column, "columnheader");
      header.textContent = this.#columns[column]?.name ?? "";
      header.title = header.textContent;
      this.#headers.set(column, header);
      insertInOrder(this.#head, header, column, this.#headers);
    }
  }

  #drawLine(index: number, columns: number[], top: number): void {
    const line = this.#lines.get(index) ?? this.#takeLine(index);
    line.element.style.transform = `translateY(${top}px)`;
    const row = this.#rows?.at(index);
    const active = this.#active.row === index ? this.#active.column : -1;
    const shown = `${index} ${row?.id} ${columns.join()} ${active} ${this.#drawnMarks}`;
    if (line.shown === shown && line.row === row) return;
    line.shown = shown;
    line.row = row;
    line.element.setAttribute("aria-rowindex", String(index + 2));
    line.element.setAttribute("aria-busy", String(!row));
    line.number.firstChild?.replaceWith(String(index + 1));
    line.open.hidden = !row;
    line.open.setAttribute("aria-label", appTexts.openRecord(index + 1));
    for (const [column, cell] of line.cells)
      if (!columns.includes(column)) {
        cell.remove();
        line.cells.delete(column);
      }
    for (const column of columns) {
      let cell = line.cells.get(column);
      if (!cell) {
        cell = this.#makeCell(column, "gridcell");
        line.cells.set(column, cell);
        insertInOrder(line.element, cell, column, line.cells);
      }
      cell.tabIndex = column === active ? 0 : -1;
      const { field } = this.#columns[column] ?? {};
      cell.textContent = field && row ? cellText(field, row.fields[field.id]) : "";
      showMark(cell, field && row && this.#marks.get(`${row.id} ${field.id}`));
    }
  }

  #makeCell(column: number, role: string): HTMLElement {
    const { width = 0, isNumber = false } = this.#columns[column] ?? {};
    const cell = element("div", `cell${column === 0 ? " first" : ""}${isNumber ? " right" : ""}`, role);
    cell.setAttribute("aria-colindex", String(column + 2));
    cell.style.width = `${width}px`;
    if (column > 0) cell.style.insetInlineStart = `${this.#geometry.edges[column]}px`;
    return cell;
  }

  #takeLine(index: number): Line {
    const line = this.#free.pop() ?? makeLine();
    this.#lines.set(index, line);
    this.#sheet.append(line.element);
    return line;
  }

  #release(index: number, line: Line): void {
    this.#lines.delete(index);
    line.element.remove();
    this.#free.push(line);
  }

  #viewHeight(): number {
    return Math.max(rowHeight, this.#host.clientHeight - rowHeight);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const row = this.#rows?.at(this.#active.row);
    if (event.key === " " && row && event.target !== this.#host) {
      event.preventDefault();
      this.#openRecord(row.id);
      return;
    }
    const page = Math.max(1, Math.floor(this.#viewHeight() / rowHeight) - 1);
    const size = { rows: this.#rows?.count ?? 0, columns: this.#columns.length, page };
    const target = size.rows > 0 ? moveBy(event, this.#active, size) : undefined;
    if (!target) return;
    event.preventDefault();
    this.#focus(target);
  };

  readonly #onClick = ({ target }: MouseEvent): void => {
    for (const { open, row } of this.#lines.values()) if (open === target && row) this.#openRecord(row.id);
  };

  /** The focus came by a click or a finger. */
  readonly #onFocus = ({ target }: FocusEvent): void => {
    for (const [row, { cells }] of this.#lines)
      for (const [column, cell] of cells)
        if (cell === target && (row !== this.#active.row || column !== this.#active.column)) {
          this.#active = { row, column };
          this.#activeId = this.#rows?.at(row)?.id;
          this.drawSoon();
        }
  };

  /** Gives a cell the focus, and scrolls until it is in view. */
  #focus(cell: Cell): void {
    this.#active = cell;
    this.#activeId = this.#rows?.at(cell.row)?.id;
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
    this.#draw();
    this.#focusActive();
  }

  /** How much of the view the pinned columns cover; on a phone only the numbers of the rows are pinned. */
  #pinnedWidth(): number {
    const first = this.#headers.get(0);
    const isPinned = first !== undefined && getComputedStyle(first).position === "sticky";
    return (isPinned ? this.#geometry.edges[1] : this.#geometry.edges[0]) ?? 0;
  }
}

function makeLine(): Line {
  const row = element("div", "line", "row");
  const number = element("div", "cell number", "rowheader");
  number.setAttribute("aria-colindex", "1");
  const open = document.createElement("button");
  open.type = "button";
  open.className = "open";
  open.tabIndex = -1;
  number.append("", open);
  row.append(number);
  return { element: row, number, open, cells: new Map(), shown: "", row: undefined };
}

function showMark(cell: HTMLElement, mark: CellMark | undefined): void {
  cell.classList.toggle("changed", mark?.isChanged ?? false);
  cell.classList.toggle("taken", mark?.who !== undefined);
  if (!mark?.who) return;
  cell.dataset["who"] = mark.who.initials;
  cell.style.setProperty("--who", mark.who.color);
}

/** Cells are in the order of their columns, as a screen reader reads them. */
function insertInOrder(
  line: HTMLElement,
  cell: HTMLElement,
  column: number,
  cells: ReadonlyMap<number, HTMLElement>,
): void {
  let next: number | undefined;
  for (const other of cells.keys()) if (other > column && (next === undefined || other < next)) next = other;
  line.insertBefore(cell, (next === undefined ? undefined : cells.get(next)) ?? null);
}

function element(name: string, className: string, role: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.setAttribute("role", role);
  return made;
}
