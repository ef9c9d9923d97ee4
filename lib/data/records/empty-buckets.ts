/*
 * Ranges of buckets that never held a record, although the table has higher numbers: an import keeps the numbers of its records, so numbers
 * between them are unused. They are never given later, so such a range stays empty, and reads of the table skip it.
 */
import type { TableId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { bucketOf, type CounterItem, counterKey, type EmptyBuckets, lastOf } from "./record-keys.ts";

/** So many ranges are kept, the largest ones: the counter, which holds them, stays below 1 KB. */
const mostRanges = 16;
/** Smaller ranges are not kept; they are read with the buckets around them. */
const leastBuckets = 4;

/** Whether a table with so many numbers can have ranges that are worth keeping. */
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
 * Adds the empty ranges between the next records of a table. `before` is the number of the record before them, `n` the counter after them.
 * `known` may have ranges after `before`, from an earlier attempt: these are left out.
 */
export function addEmptyBuckets(
  known: EmptyBuckets,
  before: number,
  { numbers, n }: { numbers: number[]; n: number },
): EmptyBuckets {
  const all = known.filter(([, last]) => last < bucketOf(before));
  let bucket = bucketOf(before);
  // also before the bucket of the next number that will be given
  for (const next of [...numbers.map(bucketOf), bucketOf(n + 1)]) {
    if (next - bucket > leastBuckets) all.push([bucket + 1, next - 1]);
    bucket = Math.max(bucket, next);
  }
  const sizeOf = ([first, last]: [number, number]) => last - first;
  const largest = all.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostRanges);
  return largest.sort(([a], [b]) => a - b);
}

/** The number up to which everything is read when this bucket is: the end of an empty range after it, if there is one. */
export const readUpTo = (bucket: number, empty: EmptyBuckets): number =>
  lastOf(nextBucket(bucket + 1, empty) - 1);
