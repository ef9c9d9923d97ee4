/*
 * Buckets in which a table never has had records, though its numbers are beyond them: an import keeps the numbers of its records, and
 * those between them belong to no record. They are never given later, so such a range stays true. Reads of the table pass it.
 */
import type { TableId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { bucketOf, type CounterItem, counterKey, type EmptyBuckets, lastOf } from "./record-keys.ts";

/** So many ranges are kept, the largest: the counter, which holds them, stays below 1 KB. */
const mostRanges = 16;
/** A smaller range is read with the buckets around it. */
const leastBuckets = 4;

/** Whether ranges of a table with so many numbers are worth keeping. */
export const mayHaveEmptyBuckets = (lastNumber: number): boolean => bucketOf(lastNumber) > leastBuckets;

/** The counter of a table, read together with a page. */
export async function readCounter(tableId: TableId): Promise<{ n: number; empty: EmptyBuckets }> {
  const { n = 0, empty = [] } = (await getItem<CounterItem>(counterKey(tableId))) ?? {};
  return { n, empty };
}

/** This bucket, or the first one after the empty range that it is in. */
export const nextBucket = (bucket: number, empty: EmptyBuckets): number =>
  (empty.find(([first, last]) => first <= bucket && bucket <= last)?.[1] ?? bucket - 1) + 1;

/** The buckets after the first one that may hold records. */
export function usedBuckets({ n, empty }: { n: number; empty: EmptyBuckets }): number[] {
  const used: number[] = [];
  for (let bucket = nextBucket(1, empty); bucket <= bucketOf(n); bucket = nextBucket(bucket + 1, empty))
    used.push(bucket);
  return used;
}

/**
 * The ranges of a table whose next records, after the one with the number `before`, have these numbers, and whose counter then is at `n`.
 * `known` may have ranges after `before`, of an earlier try: they are left out.
 */
export function addEmptyBuckets(
  known: EmptyBuckets,
  before: number,
  { numbers, n }: { numbers: number[]; n: number },
): EmptyBuckets {
  const all = known.filter(([, last]) => last < bucketOf(before));
  let bucket = bucketOf(before);
  // the bucket of the next number that is given is no empty one
  for (const next of [...numbers.map(bucketOf), bucketOf(n + 1)]) {
    if (next - bucket > leastBuckets) all.push([bucket + 1, next - 1]);
    bucket = Math.max(bucket, next);
  }
  const sizeOf = ([first, last]: [number, number]) => last - first;
  const largest = all.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostRanges);
  return largest.sort(([a], [b]) => a - b);
}

/** The number up to which is read if everything up to this bucket is: to the end of an empty range after it. */
export const readUpTo = (bucket: number, empty: EmptyBuckets): number =>
  lastOf(nextBucket(bucket + 1, empty) - 1);
