/* Where columns are, in pixels. */
import type { Field } from "#lib/schemas/tables/field";

/** The height of the headers. */
export const headHeight = 36;
export const numberWidth = 56;
/** A column is not narrower. */
export const leastWidth = 60;
/** So much of the width of a grid is left for columns that are not frozen. */
const leftForOthers = 240;

export interface GridColumn {
  field: Field;
  width: number;
}

/** Whether what is in an element begins at its right edge. */
export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === "rtl";

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

  /** The first and last column between two edges of the view. */
  columnsBetween(left: number, right: number): [first: number, last: number] {
    const last = this.edges.length - 2;
    const first = this.edges.findIndex((_, i) => (this.edges[i + 1] ?? Number.POSITIVE_INFINITY) > left);
    const beyond = this.edges.findIndex((edge) => edge >= right);
    return [Math.min(Math.max(first, 0), last), beyond === -1 ? last : Math.max(0, beyond - 1)];
  }

  /** How many of the first `wanted` columns stay in place in a grid of this width: never so many that the others have no room. */
  frozenIn(wanted: number, width: number): number {
    let frozen = Math.min(wanted, this.edges.length - 1);
    while (frozen > 0 && (this.edges[frozen] ?? 0) > width - leftForOthers) frozen--;
    return frozen;
  }

  /** Before which column something is put that is let go at this edge: before the first whose middle is further to the right. */
  gapAt(edge: number): number {
    const at = this.edges.findIndex((left, i) => (left + (this.edges[i + 1] ?? left)) / 2 > edge);
    return at === -1 ? this.edges.length - 1 : at;
  }
}
