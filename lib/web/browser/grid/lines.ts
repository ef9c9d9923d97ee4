/* The rows of the grid in the page: made once, and used again for other rows as it is scrolled. */
import { type Painted, paintCell } from "../cells/paint.ts";
import { appTexts } from "../texts.ts";
import type { GridRow } from "./answers.ts";
import type { Geometry, GridColumn } from "./geometry.ts";
import type { Cell } from "./keys.ts";
import type { CellRange } from "./selection.ts";

export interface GridLine {
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
  /** Who is there. */
  who?: { name: string; color: string };
}

export interface Drawn {
  row: GridRow | undefined;
  columns: number[];
  /** The column with the focus, if it is in this row. */
  active: number;
  selected: CellRange | undefined;
  /** The cell that is being edited, which is left as it is. */
  editing: Cell | undefined;
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  /** By the id of the record, a space and the id of the field. */
  marks: ReadonlyMap<string, CellMark>;
  /** Another number draws all again. */
  revision: number;
}

export function makeLine(): GridLine {
  const row = makeElement("line", "row");
  const number = makeElement("cell number", "rowheader");
  number.setAttribute("aria-colindex", "1");
  const open = document.createElement("button");
  open.type = "button";
  open.className = "open";
  open.tabIndex = -1;
  number.append("", open);
  row.append(number);
  return { element: row, number, open, cells: new Map(), shown: "", row: undefined };
}

/** Draws a row at its place. */
export function drawLine(
  line: GridLine,
  index: number,
  drawn: Drawn,
  { all, geometry }: { all: readonly GridColumn[]; geometry: Geometry },
): void {
  const { row, columns, active, selected, editing, revision } = drawn;
  const isIn = selected && index >= selected.top && index <= selected.bottom;
  const from = isIn ? selected.left : 1;
  const to = isIn ? selected.right : 0;
  const shown = `${index} ${row?.id} ${columns.join()} ${active} ${from} ${to} ${revision}`;
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
    const of = all[column];
    if (!of) continue;
    let cell = line.cells.get(column);
    if (!cell) {
      cell = makeCell(column, "gridcell", of, geometry);
      line.cells.set(column, cell);
      insertInOrder(line.element, cell, column, line.cells);
    }
    cell.tabIndex = column === active ? 0 : -1;
    cell.setAttribute("aria-selected", String(column >= from && column <= to));
    if (editing?.row === index && editing.column === column) continue;
    if (row) paintCell(cell, of.field, drawn.paintedOf(row, of.field.id));
    else cell.replaceChildren();
    showMark(cell, row && drawn.marks.get(`${row.id} ${of.field.id}`));
  }
}

function showMark(cell: HTMLElement, mark: CellMark | undefined): void {
  cell.classList.toggle("changed", mark?.isChanged ?? false);
  cell.classList.toggle("taken", mark?.who !== undefined);
  if (!mark?.who) return;
  cell.dataset["who"] = mark.who.name;
  cell.style.setProperty("--who", mark.who.color);
}

export function makeCell(
  column: number,
  role: string,
  { width, field }: GridColumn,
  geometry: Geometry,
): HTMLElement {
  const isNumber = field.cellValueType === "number" && !field.isMultipleCellValue;
  const cell = makeElement(`cell${column === 0 ? " first" : ""}${isNumber ? " right" : ""}`, role);
  cell.setAttribute("aria-colindex", String(column + 2));
  if (role === "gridcell" && !isEditable(field)) cell.setAttribute("aria-readonly", "true");
  cell.style.width = `${width}px`;
  if (column > 0) cell.style.insetInlineStart = `${geometry.edges[column]}px`;
  return cell;
}

/** Whether people write the cells of a field. */
export const isEditable = ({ isComputed, isLookup, type }: GridColumn["field"]): boolean =>
  !isComputed && !isLookup && type !== "button";

/** Cells are in the order of their columns, as a screen reader reads them. */
export function insertInOrder(
  line: HTMLElement,
  cell: HTMLElement,
  column: number,
  cells: ReadonlyMap<number, HTMLElement>,
): void {
  let next: number | undefined;
  for (const other of cells.keys()) if (other > column && (next === undefined || other < next)) next = other;
  line.insertBefore(cell, (next === undefined ? undefined : cells.get(next)) ?? null);
}

export function makeElement(className: string, role: string): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.setAttribute("role", role);
  return made;
}
