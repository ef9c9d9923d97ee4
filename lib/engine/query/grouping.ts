/*
 * Records under the values that they share, counted while they go by. A table may have as many groups as records: kept are
 * the first ones in order, so memory is bounded. A group that is kept has counted all of its records, since those once
 * dropped lie behind all that are kept, and never come back.
 */

import type { StoredRecord } from "#lib/engine/cells/present";
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
import { makeOrderer, type Ordered, type SortKey } from "./ordering.ts";

interface Place {
  keys: SortKey[];
  path: string;
}
type Known = Group & Place;

/** By the first fields of those given, as many as `limits.groupFields`. */
export function makeGrouper(orders: readonly Ordered[], context: CellContext) {
  const used = orders.slice(0, limits.groupFields);
  const fields = used.map(({ field }) => field);
  const readings = fields.map((field) => comparatorOf(field, context));
  const { keysOf, compare } = makeOrderer(used, context);
  const inOrder = (a: Place, b: Place) => compare(a.keys, b.keys) || (a.path < b.path ? -1 : 1);

  let known = new Map<string, Known>();
  /** What lies behind it is dropped. */
  let last: Known | undefined;
  const first = () => [...known.values()].sort(inOrder).slice(0, limits.groupPoints);

  function identitiesOf(record: StoredRecord): Identity[] {
    return readings.map(({ cellOf, identity }) => {
      const cell = cellOf(record);
      return cell === undefined ? null : identity(cell);
    });
  }

  function begin(record: StoredRecord, identities: Identity[], path: string): void {
    const keys = keysOf(record);
    if (last && inOrder({ keys, path }, last) > 0) return;
    const cells = readings.map(({ cellOf, example }) => {
      const cell = cellOf(record);
      return cell === undefined ? undefined : shortenCell(example?.(cell) ?? cell);
    });
    known.set(path, { path, identities, keys, cells, count: 1 });
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

/** No cell holds U+0000. */
const pathOf = (identities: Identity[]): string => identities.join("\0");
