/*
 * Records in natural order, which is that of their numbers: pages straight from the parts.
 *
 *   wanted  100 after 990 ──▶ part 0 (to 1024) and, side by side, the 4 parts of bucket 1 ──▶ merged by id
 *
 * One round trip a page as long as no stripe holds much more than its share; else it goes on reading, past buckets that
 * hold nothing in ever larger steps.
 */
import { sizeOf } from "#lib/engine/cells/record-size";
import { invalid } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { autoNumberOf, recordIdStart } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { countItems, getItem, type Item, nextLimit, readPages } from "#lib/store/store";
import { bucketOf, counterKey, lastOf, partsOf } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";

/** The highest number a table has given; read together with a page, it says where to stop. */
export const lastNumber = async (tableId: TableId): Promise<number> =>
  (await getItem<Item & { n: number }>(counterKey(tableId)))?.n ?? 0;

/** Of buckets that may be empty, so many are read side by side at most. */
const mostBuckets = 8;

interface Slice {
  tableId: TableId;
  /** Records after the one of this number; 0 from the start. */
  after: number;
  /** So many are passed over first. */
  skip: number;
  take: number;
}

/** Up to `take` records, fewer when they are many bytes, and whether there are more. */
export async function readSlice({
  tableId,
  after,
  skip,
  take,
}: Slice): Promise<{ records: RecordItem[]; more: boolean }> {
  const last = lastNumber(tableId);
  const records: RecordItem[] = [];
  let bytes = 0;
  const reader = readFrom(tableId, skip > 0 ? await pass(tableId, after, skip, last) : after);
  for (;;) {
    const [items, end] = await Promise.all([reader.read(take + 1 - records.length), last]);
    for (const item of items) {
      if (records.length === take || bytes > limits.responseBytes) return { records, more: true };
      records.push(item);
      bytes += sizeOf(item);
    }
    if (reader.at() >= end) return { records, more: false };
  }
}

/** Rounds of reading that `skip` may take: large records come few at a time. */
const mostRounds = 100;

/** The number of the last record that is passed over. */
async function pass(tableId: TableId, after: number, skip: number, last: Promise<number>): Promise<number> {
  const reader = readFrom(tableId, after, true);
  let left = skip;
  for (let round = 0; round < mostRounds; round++) {
    const [items, end] = await Promise.all([reader.read(left), last]);
    const lastPassed = items[left - 1];
    if (lastPassed) return autoNumberOf(lastPassed.sk);
    left -= items.length;
    if (reader.at() >= end) return reader.at();
  }
  throw invalid([
    { path: "skip", message: `must be less where records are this large; follow the cursor instead` },
  ]);
}

/** The records of a table, read on from the one of this number. */
export function readNaturally(tableId: TableId, after: number): RowReader {
  const last = lastNumber(tableId);
  last.catch(() => {});
  const reader = readFrom(tableId, after);
  let end = Number.POSITIVE_INFINITY;
  return {
    async read(wanted) {
      const [records, number] = await Promise.all([reader.read(wanted), last]);
      end = number;
      return records;
    },
    ended: () => reader.at() >= end,
    at: reader.at,
  };
}

/** Records in an order of rows, read on round by round. */
export interface RowReader<Place = number> {
  /** Some of the next, about so many; none if there were none where it looked. */
  read(wanted: number): Promise<RecordItem[]>;
  ended(): boolean;
  /** What has been read up to: where a page goes on. */
  at(): Place;
}

/** Reads on from a number, round by round. */
export function readFrom(tableId: TableId, after: number, keysOnly = false) {
  let at = after;
  let stretch = 1;
  let limit = 1000;

  /** Some of the next records in order, about so many, none if there are none where it looked. */
  async function read(wanted: number): Promise<RecordItem[]> {
    const first = bucketOf(at + 1);
    const count = at + wanted > lastOf(first) ? Math.max(2, stretch) : stretch;
    const buckets = Array.from({ length: count }, (_, i) => first + i);
    const from = recordIdStart(at + 1);
    const ranges = buckets.flatMap((bucket) => {
      const parts = partsOf(tableId, bucket);
      // a little more than its share of each stripe: numbers that nobody took leave them uneven
      const share = parts.length === 1 ? wanted : Math.ceil(wanted / parts.length) + 8;
      return parts.map((pk) => ({ pk, from, limit: Math.min(share, limit), ...(keysOnly && { only: [] }) }));
    });
    const read = await readPages<RecordItem>(ranges);
    const answers = read.map((page, i) => ({ ...page, asked: ranges[i]?.limit ?? limit }));
    const unfinished = answers.filter(({ more }) => more);
    // a part that has more was read up to its last item; beyond the first such place the order is not known yet
    const ends = unfinished.map(({ items }) => autoNumberOf(items.at(-1)?.sk ?? from));
    const readTo = Math.min(lastOf(buckets.at(-1) as number), ...ends);
    const items = answers
      .flatMap(({ items }) => items)
      .filter(({ sk }) => autoNumberOf(sk) <= readTo)
      .sort((a, b) => (a.sk < b.sk ? -1 : 1));

    at = readTo;
    stretch = items.length > 0 ? 1 : Math.min(2 * stretch, mostBuckets);
    limit = Math.min(
      limit,
      ...unfinished.map(({ asked, items }) =>
        items.length < asked ? nextLimit(asked, items.length) : limit,
      ),
    );
    return items;
  }

  return { read, at: () => at };
}

/** How many records a table holds. The first part is asked before it is known whether there are others. */
export async function countAll(tableId: TableId): Promise<number> {
  const [first, last] = await Promise.all([countBucket(tableId, 0), lastNumber(tableId)]);
  const buckets = Array.from({ length: bucketOf(last) }, (_, i) => i + 1);
  let total = first;
  while (buckets.length > 0) {
    const counts = buckets.splice(0, mostBuckets).map((bucket) => countBucket(tableId, bucket));
    for (const count of await Promise.all(counts)) total += count;
  }
  return total;
}

const countBucket = async (tableId: TableId, bucket: number): Promise<number> => {
  const counts = await Promise.all(partsOf(tableId, bucket).map((pk) => countItems({ pk })));
  return counts.reduce((sum, n) => sum + n, 0);
};
