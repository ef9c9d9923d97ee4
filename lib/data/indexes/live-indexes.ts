/*
 * The indexes of a table that writers keep up to date, with the function that gives the key of a record.
 *
 * An index is live while its keys are valid: while its fields exist and its basis is what it was. A change of a field, such as another
 * order of choices or another time zone, ends that at once, in every call that reads the new schema. Then readers scan, writers write no
 * entries for it, and tend-indexes.ts replaces it.
 */

import { createHash } from "node:crypto";
import { visitorId } from "#lib/data/identity/caller";
import { noFiles } from "#lib/data/records/named-cells";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { allNeeded } from "#lib/engine/fields/formula-inputs";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { sortMembers } from "#lib/schemas/basics/sort-members";
import { isKept } from "./index-items.ts";

export interface LiveIndex {
  item: IndexItem;
  /** The key of a record in the order. */
  keyOf(record: StoredRecord): string;
}

/** Raised when keys are made in another way: then all indexes are made again. */
const keyVersion = 1;

/** Keys in an index depend on the record and the schema only, so no person is known here, and no time. */
const context: CellContext = {
  now: new Date(0).toISOString(),
  me: visitorId,
  people: { byId: () => undefined, byText: () => undefined },
  files: noFiles,
  targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
  addressOf: () => "",
  showEmails: false,
};

/**
 * Whether an index can have this field: its key follows from the record and the schema alone. Names of people, titles of links and
 * what is looked up change without a write of the record; late formulas change by themselves.
 */
export const isIndexable = (field: Field): boolean =>
  !field.hasError &&
  !field.formula?.isLate &&
  allNeeded([field]).every(
    (each) =>
      !each.lookupOptions && (each.formula || !(holdsPeople(each) || holdsFiles(each) || holdsLinks(each))),
  );

/** What the keys of this order depend on; the lists that they are positions in only as long as they were. */
export function basisOf(orders: readonly Ordered[], known?: readonly number[]): IndexItem["basis"] {
  const { bases } = makeOrderer(orders, context);
  const lengths = bases.map((basis, i) => known?.[i] ?? basis.length);
  const parts = [
    keyVersion,
    orders.map(({ field }) => [field.type, field.formula && allNeeded([field]).map(sourceOf)]),
    bases.map((basis, i) => basis.slice(0, lengths[i])),
  ];
  const hash = createHash("sha256")
    .update(JSON.stringify(parts, sortMembers))
    .digest("base64url")
    .slice(0, 12);
  return { lengths, hash };
}

/** What the result of a formula depends on. */
const sourceOf = ({ id, type, options, formula }: Field) => [id, type, options, formula?.tree];

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
  const orders = ordersOf(item, fields);
  if (!orders || basisOf(orders, item.basis.lengths).hash !== item.basis.hash) return undefined;
  const { keyOf } = makeOrderer(orders, context);
  return { item, keyOf };
}

/** The orders with their fields; undefined if one is gone or cannot be in an index. */
export function ordersOf(
  { orders }: Pick<IndexItem, "orders">,
  fields: readonly Field[],
): Ordered[] | undefined {
  const found = orders.flatMap(({ fieldId, order }) => {
    const field = fields.find(({ id }) => id === fieldId);
    return field && isIndexable(field) ? [{ field, order }] : [];
  });
  return found.length === orders.length ? found : undefined;
}
