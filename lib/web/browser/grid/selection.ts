/* The cells that are selected: a rectangle from the cell with the focus to another one. */
import type { Cell } from "./keys.ts";

export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const rangeBetween = (one: Cell, other: Cell): CellRange => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

export const isOneCell = ({ top, bottom, left, right }: CellRange): boolean =>
  top === bottom && left === right;

/** The smallest range with both. */
export const uniteRanges = (one: CellRange, other: CellRange): CellRange => ({
  top: Math.min(one.top, other.top),
  bottom: Math.max(one.bottom, other.bottom),
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
});
