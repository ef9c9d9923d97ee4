/* The rows of the grid in the page: made once, and used again for other rows as it is scrolled. */
import { type Painted, paintCell } from "../cells/paint.ts";
import { appTexts } from "../texts.ts";
import type { GridRow } from "./answers.ts";
import type { GridColumn } from "./geometry.ts";
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
  /** How much has gone of files that are on their way to it, from 0 to 1. */
  sent?: number;
}

export interface Drawn {
  row: GridRow | undefined;
  columns: number[];
  /** The column with the focus, if it is in this row. */
  active: number;
  selected: CellRange;
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

/** What of a sheet its cells need. */
interface OfSheet {
  columns: readonly GridColumn[];
  frozen: number;
  placeCell: (cell: HTMLElement, column: number) => void;
}

/** Draws a row. `at` is its place among the rows, and among the lines that are seen. */
export function drawLine(
  line: GridLine,
  at: { row: number; line: number },
  drawn: Drawn,
  sheet: OfSheet & { layout: { rowHeight: number } },
): void {
  const { row, columns, active, selected, editing, revision } = drawn;
  const isIn = at.row >= selected.top && at.row <= selected.bottom;
  const from = isIn ? selected.left : 1;
  const to = isIn ? selected.right : 0;
  const shown = `${at.row} ${at.line} ${row?.id} ${columns.join()} ${active} ${from} ${to} ${revision}`;
  if (line.shown === shown && line.row === row) return;
  line.shown = shown;
  line.row = row;
  line.element.setAttribute("aria-rowindex", String(at.line + 2));
  line.element.setAttribute("aria-busy", String(!row));
  line.number.firstChild?.replaceWith(String(at.row + 1));
  line.open.hidden = !row;
  line.open.setAttribute("aria-label", appTexts.openRecord(at.row + 1));
  for (const [column, cell] of line.cells)
    if (!columns.includes(column)) {
      cell.remove();
      line.cells.delete(column);
    }
  for (const column of columns) {
    const of = sheet.columns[column];
    if (!of) continue;
    let cell = line.cells.get(column);
    if (!cell) {
      cell = makeCell(column, "gridcell", sheet);
      line.cells.set(column, cell);
      insertInOrder(line.element, cell, column, line.cells);
    }
    cell.tabIndex = column === active ? 0 : -1;
    cell.setAttribute("aria-selected", String(column >= from && column <= to));
    if (editing?.row === at.row && editing.column === column) continue;
    if (row) paintCell(cell, of.field, drawn.paintedOf(row, of.field.id), sheet.layout.rowHeight);
    else cell.replaceChildren();
    showMark(cell, row && drawn.marks.get(`${row.id} ${of.field.id}`));
  }
}

function showMark(cell: HTMLElement, mark: CellMark | undefined): void {
  cell.classList.toggle("changed", mark?.isChanged ?? false);
  cell.classList.toggle("taken", mark?.who !== undefined);
  cell.classList.toggle("sending", mark?.sent !== undefined);
  if (mark?.sent !== undefined) cell.style.setProperty("--sent", `${mark.sent * 100}%`);
  if (!mark?.who) return;
  cell.dataset["who"] = mark.who.name;
  cell.style.setProperty("--who", mark.who.color);
}

export function makeCell(column: number, role: string, sheet: OfSheet): HTMLElement {
  const field = sheet.columns[column]?.field;
  const isNumber = field?.cellValueType === "number" && !field.isMultipleCellValue && field.type !== "rating";
  const kinds = [column === 0 && "first", column < sheet.frozen && "frozen", isNumber && "right"];
  const cell = makeElement(["cell", ...kinds].filter(Boolean).join(" "), role);
  if (role !== "none") cell.setAttribute("aria-colindex", String(column + 2));
  if (role === "gridcell" && field && !isEditable(field)) cell.setAttribute("aria-readonly", "true");
  sheet.placeCell(cell, column);
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
  last?: HTMLElement,
): void {
  let next: number | undefined;
  for (const other of cells.keys()) if (other > column && (next === undefined || other < next)) next = other;
  line.insertBefore(cell, (next === undefined ? last : cells.get(next)) ?? null);
}

export function makeElement(className: string, role: string): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.setAttribute("role", role);
  return made;
}
