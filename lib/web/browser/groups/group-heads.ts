/* The headers of groups, from what the server counts. */
import type { GroupHead } from "../grid/row-layout.ts";

/** A group, or the number of records of the innermost group before it. */
export type CountedGroup =
  | { type: 0; id: string; depth: number; value?: unknown }
  | { type: 1; count: number };

/** The headers in the order of the list, with their first rows and counts. */
export function groupHeads(points: readonly CountedGroup[], folded: ReadonlySet<string>): GroupHead[] {
  const heads: GroupHead[] = [];
  const open: GroupHead[] = [];
  let first = 0;
  for (const point of points) {
    if (point.type === 1) {
      first += point.count;
      for (const head of open) head.count += point.count;
      continue;
    }
    const { id, depth, value = null } = point;
    const head = { id, depth, value, count: 0, first, isFolded: folded.has(id) };
    open.splice(depth, open.length, head);
    heads.push(head);
  }
  return heads.filter(({ count }) => count > 0);
}
