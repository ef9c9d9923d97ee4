/* A line of cells that stays in view above or below the rows of a grid: one for each column in view. */
import { type GridColumn, headHeight } from "./geometry.ts";
import { insertInOrder, makeCell, makeElement } from "./lines.ts";

/** What the cells of a band have. */
export interface BandDoes {
  /** Of its cells. */
  role: "columnheader" | "none";
  /** Of the line: a row of the grid, or something of its own. */
  lineRole: "row" | "toolbar";
  label?: string;
  className: string;
  /** What stands in the corner, above or below the numbers of the rows. */
  corner: string;
  /** Fills a cell that was just made, and gives what of it can have the focus. */
  fill: (cell: HTMLElement, column: GridColumn) => HTMLElement | undefined;
  /** A button after the last column, with this label. */
  addLabel?: string | undefined;
}

/** What of a sheet a band needs. */
interface OfSheet {
  columns: readonly GridColumn[];
  geometry: { width: number };
  frozen: number;
  placeCell: (cell: HTMLElement, column: number) => void;
}

interface BandCell {
  cell: HTMLElement;
  control: HTMLElement | undefined;
}

export class Band {
  readonly element: HTMLElement;
  readonly add: HTMLElement | undefined;
  readonly #does: BandDoes;
  readonly #cells = new Map<number, HTMLElement>();
  readonly #controls = new Map<number, BandCell["control"]>();

  constructor(does: BandDoes) {
    this.#does = does;
    this.element = makeElement(`line ${does.className}`, does.lineRole);
    if (does.label) this.element.setAttribute("aria-label", does.label);
    const corner = makeElement("cell number", does.role);
    if (does.lineRole === "row") {
      this.element.setAttribute("aria-rowindex", "1");
      corner.setAttribute("aria-colindex", "1");
    }
    corner.textContent = does.corner;
    this.element.append(corner);
    if (does.addLabel) {
      this.add = makeElement("cell add", does.role);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "+";
      button.setAttribute("aria-label", does.addLabel);
      this.add.append(button);
      this.element.append(this.add);
    }
  }

  /** Draws the cells of these columns; that of the active one is reached by Tab. */
  draw(columns: readonly number[], sheet: OfSheet, active: number): void {
    for (const [column, cell] of this.#cells)
      if (!columns.includes(column)) {
        cell.remove();
        this.#cells.delete(column);
        this.#controls.delete(column);
      }
    for (const column of columns) {
      const of = sheet.columns[column];
      if (!this.#cells.has(column) && of) {
        const cell = makeCell(column, this.#does.role, sheet);
        this.#controls.set(column, this.#does.fill(cell, of));
        this.#cells.set(column, cell);
        insertInOrder(this.element, cell, column, this.#cells, this.add);
      }
      const control = this.#controls.get(column);
      if (control) control.tabIndex = column === active ? 0 : -1;
    }
    this.#placeAdd(sheet);
  }

  #placeAdd({ geometry, columns }: OfSheet): void {
    if (!this.add) return;
    this.add.setAttribute("aria-colindex", String(columns.length + 2));
    this.add.style.width = `${headHeight}px`;
    this.add.style.insetInlineStart = `${geometry.width}px`;
  }

  /** Columns have other widths. */
  place(sheet: OfSheet): void {
    for (const [column, cell] of this.#cells) sheet.placeCell(cell, column);
    this.#placeAdd(sheet);
  }

  /** All its cells are made again when it is drawn. */
  clear(): void {
    for (const cell of this.#cells.values()) cell.remove();
    this.#cells.clear();
    this.#controls.clear();
  }

  /** The column in whose cell an element is. */
  columnAt(element: Element): number | undefined {
    for (const [column, cell] of this.#cells) if (cell.contains(element)) return column;
    return undefined;
  }

  cellOf(column: number): HTMLElement | undefined {
    return this.#cells.get(column);
  }

  /** Gives the cell of a column the focus; false if it is not drawn, or has nothing that takes it. */
  focus(column: number): boolean {
    const control = this.#controls.get(column);
    control?.focus({ preventScroll: true });
    return control !== undefined;
  }

  /** How much room the cell of a column needs. Lays the page out. */
  contentWidth(column: number): number {
    const text = this.#cells.get(column)?.querySelector(".name");
    return text ? text.scrollWidth + 44 : 0;
  }
}
