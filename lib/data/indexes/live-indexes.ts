/*
 * The indexes of a table that writers keep up to date, with the function that gives the key of a record.
 *
 * An index is live while its keys are valid: while its fields exist and its basis is what it was. A change of a field, such as another
 * order of choices or another time zone, ends that at once, in every call that reads the new schema. Then readers scan, writers write no
 * entries for it, and tend-indexes.ts replaces it.
 */

import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { makeMatcher } from "#lib/engine/query/filtering";
import { makePather } from "#lib/engine/query/grouping";
import { makeOrderer } from "#lib/engine/query/ordering";
import { type GroupPath, pathIdOf } from "./count-items.ts";
import { basisOf, context, defineIndex } from "./index-definition.ts";
import { isKept } from "./index-items.ts";

/** A table with its indexes, and the fields that its records are written with. */
export type IndexedTable = Pick<Schema, "table" | "indexes"> & { fields: readonly Field[] };

export interface LiveIndex {
  item: IndexItem;
  /** The key of a record in the order; undefined if the filter of the index leaves the record out. */
  keyOf(record: StoredRecord): string | undefined;
  /** The group that it is counted in; undefined if the filter leaves it out. Absent if the index counts nothing. */
  pathOf?: (record: StoredRecord) => GroupPath | undefined;
}

const known = new WeakMap<IndexItem[], { fields: readonly Field[]; live: LiveIndex[] }>();

/** The indexes that writers keep. */
export function liveIndexes({
  indexes,
  fields,
}: Pick<Schema, "indexes"> & { fields: readonly Field[] }): LiveIndex[] {
  const kept = known.get(indexes);
  if (kept?.fields === fields) return kept.live;
  const live = indexes.flatMap((item) => connect(item, fields) ?? []);
  known.set(indexes, { fields, live });
  return live;
}

function connect(item: IndexItem, fields: readonly Field[]): LiveIndex | undefined {
  if (!isKept(item)) return undefined;
  const defined = defineIndex(item, fields);
  if (!defined || basisOf(defined, item.basis.lengths).hash !== item.basis.hash) return undefined;
  const { keyOf } = makeOrderer(defined.orders, context);
  const { filter, fieldOf } = defined;
  const matches = filter && makeMatcher(filter, fieldOf, context);
  const has = (record: StoredRecord) => matches?.(record) !== false;
  const live: LiveIndex = { item, keyOf: (record) => (has(record) ? keyOf(record) : undefined) };
  if (item.groups === undefined) return live;
  const grouped = makePather(defined.orders.slice(0, item.groups), context);
  const pathOf = (record: StoredRecord) => {
    const identities = grouped.identitiesOf(record);
    const cells = grouped.cellsOf(record).map((cell) => cell ?? null);
    return { id: pathIdOf(identities), identities, key: grouped.keyOf(record), cells };
  };
  return { ...live, pathOf: (record) => (has(record) ? pathOf(record) : undefined) };
}
