/* Where rows and columns are, in pixels. */
import type { Field } from "#lib/schemas/tables/field";

export const rowHeight = 36;
export const numberWidth = 56;
/** Browsers draw nothing beyond some 17 million pixels (Firefox): with more rows, one pixel of the scroll bar is more than one. */
const mostHeight = 15_000_000;

export interface GridColumn {
  field: Field;
  width: number;
}

export class Geometry {
  /** The left edge of each column, and the right edge of the last. */
  readonly edges: readonly number[];

  constructor(columns: readonly Pick<GridColumn, "width">[]) {
    const edges = [numberWidth];
    for (const { width } of columns) edges.push((edges.at(-1) ?? 0) + width);
    this.edges = edges;
  }

  get width(): number {
    return this.edges.at(-1) ?? 0;
  }

  /** The height of all rows as it is scrolled. */
  heightOf(count: number): number {
    return Math.min(count * rowHeight, mostHeight);
  }

  /** How many pixels of rows go by for each one that is scrolled: 1, unless there are very many rows. */
  scaleOf(count: number, viewHeight: number): number {
    const room = this.heightOf(count) - viewHeight;
    const all = count * rowHeight - viewHeight;
    return all > room && room > 0 ? all / room : 1;
  }

  /** The first and last column between two edges of the view. */
  columnsBetween(left: number, right: number): [first: number, last: number] {
    const last = this.edges.length - 2;
    const first = this.edges.findIndex((_, i) => (this.edges[i + 1] ?? Number.POSITIVE_INFINITY) > left);
    const beyond = this.edges.findIndex((edge) => edge >= right);
    return [Math.min(Math.max(first, 0), last), beyond === -1 ? last : Math.max(0, beyond - 1)];
  }
}
