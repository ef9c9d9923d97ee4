/*
 * Decides which rows and columns a selection means. Both are counted from 0.
 *
 *   cells      [[column, row], [column, row]]    the rectangle between two of its corners
 *   rows       [[first, last], …]                these rows, with all columns
 *   columns    [[first, last], …]                these columns, of all rows
 */
import { invalid } from "#lib/schemas/basics/error";

type Pair = readonly [number, number];
/** From the first to the last index, both included. */
export type Interval = Pair;

/** Intervals in ascending order, which neither overlap nor touch. They may reach beyond the end of the table. */
export interface Selection {
  rows: Interval[];
  columns: Interval[];
}

const all: Interval = [0, Number.POSITIVE_INFINITY];

/** The selection that a request describes. Throws 400 if cells are not named by two corners. */
export function readSelection({
  type,
  ranges,
}: {
  type?: "rows" | "columns" | undefined;
  ranges: readonly Pair[];
}): Selection {
  if (type === "rows") return { rows: joined(ranges), columns: [all] };
  if (type === "columns") return { rows: [all], columns: joined(ranges) };
  const [one, other] = ranges;
  if (!one || !other || ranges.length > 2)
    throw invalid([
      {
        path: "ranges",
        message: "must be two cells: [[column, row], [column, row]]; for other selections send type",
      },
    ]);
  return { rows: joined([[one[1], other[1]]]), columns: joined([[one[0], other[0]]]) };
}

/** Joins intervals. An interval may have its ends in either order. */
function joined(pairs: readonly Pair[]): Interval[] {
  const sorted = pairs.map(([a, b]): Interval => [Math.min(a, b), Math.max(a, b)]).sort(([a], [b]) => a - b);
  const result: Interval[] = [];
  for (const [first, last] of sorted) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) result[result.length - 1] = [before[0], Math.max(before[1], last)];
    else result.push([first, last]);
  }
  return result;
}

/** Makes a function that says whether an index is in the intervals; it must be called with ascending indexes. */
export function pickAscending(intervals: readonly Interval[]): (index: number) => boolean {
  let i = 0;
  return (index) => {
    while ((intervals[i]?.[1] ?? index) < index) i++;
    const at = intervals[i];
    return at !== undefined && at[0] <= index;
  };
}

/** How long a list must be to contain the first `most` members of the intervals. */
export function lengthFor(intervals: readonly Interval[], most: number): number {
  let left = most;
  let length = 0;
  for (const [first, last] of intervals) {
    if (left === 0) break;
    const count = Math.min(last - first + 1, left);
    left -= count;
    length = first + count;
  }
  return length;
}
