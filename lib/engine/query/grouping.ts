/*
 * Groups records by their values and counts them in one pass. A table may have as many groups as records, so only the first
 * groups in order are kept, which limits memory. A kept group has counted all its records: a dropped group sorts after all kept
 * ones and is never added again.
 */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { limits } from "#lib/schemas/basics/limits";
import {
  type Group,
  type GroupPoints,
  groupIds,
  groupPoints,
  type Identity,
  shortenCell,
} from "./group-points.ts";
import { makeOrderer, type Ordered } from "./ordering.ts";

interface Place {
  key: string;
  path: string;
}
type Known = Group & Place;

/** Makes the functions that give a record's group by these fields: its values, its place in the order, and the cells that are shown for it. */
export function makePather(orders: readonly Ordered[], context: CellContext) {
  const comparators = orders.map(({ field }) => comparatorOf(field, context));
  return {
    keyOf: makeOrderer(orders, context).keyOf,
    identitiesOf: (record: StoredRecord): Identity[] =>
      comparators.map(({ cellOf, identity }) => {
        const cell = cellOf(record);
        return cell === undefined ? null : identity(cell);
      }),
    cellsOf: (record: StoredRecord): Group["cells"] =>
      comparators.map(({ cellOf, example }) => {
        const cell = cellOf(record);
        return cell === undefined ? undefined : shortenCell(example?.(cell) ?? cell);
      }),
  };
}

/** Groups by the first `limits.groupFields` of these fields. */
export function makeGrouper(orders: readonly Ordered[], context: CellContext) {
  const used = orders.slice(0, limits.groupFields);
  const fields = used.map(({ field }) => field);
  const { keyOf, identitiesOf, cellsOf } = makePather(used, context);

  let known = new Map<string, Known>();
  /** Groups after this one are dropped. */
  let last: Known | undefined;
  const first = () => [...known.values()].sort(inOrder).slice(0, limits.groupPoints);

  function begin(record: StoredRecord, identities: Identity[], path: string): void {
    const key = keyOf(record);
    if (last && inOrder({ key, path }, last) > 0) return;
    known.set(path, { path, identities, key, cells: cellsOf(record), count: 1 });
    if (known.size < 2 * limits.groupPoints) return;
    const kept = first();
    known = new Map(kept.map((group) => [group.path, group]));
    last = kept.at(-1);
  }

  let idsByPath = new Map<string, string[]>();

  return {
    add(record: StoredRecord): void {
      const identities = identitiesOf(record);
      const path = pathOf(identities);
      const group = known.get(path);
      if (group) group.count++;
      else begin(record, identities, path);
    },
    points: (collapsed: ReadonlySet<string>): GroupPoints => groupPoints(first(), fields, collapsed, context),
    /** The groups that a record is in, the outermost first. */
    groupIdsOf(record: StoredRecord): string[] {
      const identities = identitiesOf(record);
      const path = pathOf(identities);
      const ids = idsByPath.get(path) ?? groupIds(fields, identities);
      if (idsByPath.size >= 2 * limits.groupPoints) idsByPath = new Map();
      idsByPath.set(path, ids);
      return ids;
    },
  };
}

/** The key of a group; U+0000 separates its parts, because no cell contains it. */
const pathOf = (identities: Identity[]): string => identities.join("\0");

function inOrder(a: Place, b: Place): number {
  if (a.key === b.key) return a.path < b.path ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}
