/*
 * Keys of records. The partition of a record follows from its autoNumber n, which is part of its id:
 *
 *   n ≤ 1024     part 0: a small table is read with one Query
 *   n > 1024     buckets of 16,384 numbers, each striped over 4 parts: <bucket>.<n mod 4>
 *
 * DynamoDB takes 1,000 WCU a second per partition, so a big table takes four times that, and no partition grows without bound.
 */
import type { FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import type { Item } from "#lib/store/store";
import { definePackedRecords, recordParts } from "./pack-records.ts";

export { recordParts, tableOfPart } from "./pack-records.ts";

// nothing reads or writes a record without its key
definePackedRecords();

const firstPart = 1024;
/** A table with more records gets indexes (lib/data/indexes). */
export const recordsWithoutIndex = 2000;
/** How many autoNumbers a bucket has. */
export const bucketSize = 16_384;
const stripes = 4;

/** The bucket of an autoNumber; 0 is part 0. */
export const bucketOf = (autoNumber: number): number =>
  autoNumber <= firstPart ? 0 : 1 + Math.floor((autoNumber - firstPart) / bucketSize);

/** The highest autoNumber of a bucket. */
export const lastOf = (bucket: number): number =>
  bucket === 0 ? firstPart : firstPart + bucket * bucketSize - 1;

const partKey = (tableId: TableId, part: string) => `${recordParts}${tableId}#${part}`;

/** The partition keys of a bucket. */
export const partsOf = (tableId: TableId, bucket: number): string[] =>
  bucket === 0
    ? [partKey(tableId, "0")]
    : Array.from({ length: stripes }, (_, stripe) => partKey(tableId, `${bucket}.${stripe}`));

/** The stripe (0 to 3) of items that are kept per record, for example images: as many stripes as a bucket has. */
export const stripeOf = (id: string): number => autoNumberOf(id) % stripes;
/** 0 to 3. */
export const allStripes = Array.from({ length: stripes }, (_, stripe) => stripe);

export function recordKey(tableId: TableId, id: string) {
  const autoNumber = autoNumberOf(id);
  const bucket = bucketOf(autoNumber);
  return { pk: partKey(tableId, bucket === 0 ? "0" : `${bucket}.${autoNumber % stripes}`), sk: id };
}

/** The partition of a view's manual row order (rows/row-order.ts). */
export const orderOf = (viewId: ViewId) => `ORDER#${viewId}`;
/** The item that names the record at a row position. */
export const rowKey = (viewId: ViewId, position: string) => ({ pk: orderOf(viewId), sk: position });
/** The item that counts how often rows of a view were spaced out (rows/space-rows.ts). */
export const spacingKey = (viewId: ViewId) => ({ pk: orderOf(viewId), sk: "~spacing" });
/** The range of all row positions of a view. */
export const rowRange = (viewId: ViewId) => ({ pk: orderOf(viewId), from: "0", to: "zzzzzz\u{10ffff}" });

/** Ranges of buckets, each with its first and last one, in order. */
export type EmptyBuckets = [first: number, last: number][];
/**
 * `n` is the highest autoNumber that was given, `empty` the buckets that never held records (empty-buckets.ts), `importedTo` the number up
 * to which an import has found them.
 */
export type CounterItem = Item & { n: number; empty?: EmptyBuckets; importedTo?: number };
/** The counter of a table's autoNumbers. */
export const counterKey = (tableId: TableId) => ({ pk: `TABLE#${tableId}`, sk: "COUNTER" });

/** The guard of a unique value; `hash` is the hash of that value. */
export const uniqueKey = (tableId: TableId, fieldId: FieldId, hash: string) => ({
  pk: `UNIQUE#${tableId}#${fieldId}#${hash}`,
  sk: "UNIQUE",
});
