/*
 * Where a record lives follows from its autoNumber n, so from its id:
 *
 *   n ≤ 1024              part 0: a small table is one Query
 *   after that            buckets of 16,384, each striped over 4 parts: <bucket>.<n mod 4>
 *
 * One partition takes 1,000 WCU a second, so a big table takes four times that and no partition grows without bound.
 */
import type { FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { autoNumberOf } from "#lib/schemas/basics/ids";

const firstPart = 1024;
const bucketSize = 16_384;
const stripes = 4;

export const bucketOf = (autoNumber: number): number =>
  autoNumber <= firstPart ? 0 : 1 + Math.floor((autoNumber - firstPart) / bucketSize);

/** The highest autoNumber that lives in a bucket. */
export const lastOf = (bucket: number): number =>
  bucket === 0 ? firstPart : firstPart + bucket * bucketSize - 1;

const partKey = (tableId: TableId, part: string) => `${recordParts}${tableId}#${part}`;

/** The partitions of a bucket. */
export const partsOf = (tableId: TableId, bucket: number): string[] =>
  bucket === 0
    ? [partKey(tableId, "0")]
    : Array.from({ length: stripes }, (_, stripe) => partKey(tableId, `${bucket}.${stripe}`));

/** What the partitions of all records begin with. */
export const recordParts = "RECORDS#";
/** Whose record lies in a partition. */
export const tableOfPart = (pk: string) => pk.split("#")[1] as TableId;
/** Which of four partitions takes what is kept of a record: as many as take the records of a bucket. */
export const stripeOf = (id: string): number => autoNumberOf(id) % stripes;
export const allStripes = Array.from({ length: stripes }, (_, stripe) => stripe);

export function recordKey(tableId: TableId, id: string) {
  const autoNumber = autoNumberOf(id);
  const bucket = bucketOf(autoNumber);
  return { pk: partKey(tableId, bucket === 0 ? "0" : `${bucket}.${autoNumber % stripes}`), sk: id };
}

/** What is said of the order of a view's rows. */
export const orderOf = (viewId: ViewId) => `ORDER#${viewId}`;
/** Where it says whose row stands at a position that somebody gave it in a view. */
export const placeKey = (viewId: ViewId, position: string) => ({ pk: orderOf(viewId), sk: position });
/** Counts how often rows were spaced out. */
export const spacingKey = (viewId: ViewId) => ({ pk: orderOf(viewId), sk: "~spacing" });
/** All of the places. */
export const placesOf = (viewId: ViewId) => ({ pk: orderOf(viewId), from: "0", to: "zzzzzz\u{10ffff}" });

export const counterKey = (tableId: TableId) => ({ pk: `TABLE#${tableId}`, sk: "COUNTER" });

export const uniqueKey = (tableId: TableId, fieldId: FieldId, hash: string) => ({
  pk: `UNIQUE#${tableId}#${fieldId}#${hash}`,
  sk: "UNIQUE",
});
