/*
 * Pages of records in natural order, that is, by autoNumber, read directly from the parts.
 *
 *   example: 100 records after number 990 ──▶ in parallel part 0 (to 1024) and the 4 parts of bucket 1 ──▶ merged by id
 *
 * A page is one round trip if no stripe holds much more than its share. Otherwise more rounds follow; empty buckets are passed in
 * increasing steps, and those that never held records are not read (empty-buckets.ts). A page that this process has read before is read with what
 * it needed of each stripe then, and one more: very many people ask for the first page, and each unit counts there.
 */
import { sizeOf } from "#lib/engine/cells/record-size";
import { invalid } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { autoNumberOf, recordIdStart } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { nextLimit, readPages } from "#lib/store/store";
import { nextBucket, readCounter, readUpTo } from "./empty-buckets.ts";
import { bucketOf, type EmptyBuckets, lastOf, partsOf } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";

/** The highest autoNumber that a table has given, 0 for none. Read together with a page, it shows where the table ends. */
export const lastNumber = async (tableId: TableId): Promise<number> => (await readCounter(tableId)).n;

/** By table, place and number of records: how many records of one stripe a page needed when it was read last. */
const shares = new Map<string, number>();
const mostShares = 1000;

/** `undefined`: the records that were read were too few for the page. */
function noteShare(page: string, share: number | undefined): void {
  if (shares.size >= mostShares) shares.clear();
  if (share === undefined) shares.delete(page);
  else shares.set(page, share);
}

/** How many buckets are read in parallel at most. */
const maxBuckets = 8;

interface Slice {
  tableId: TableId;
  /** Only records with a higher autoNumber; 0 for all. */
  after: number;
  /** How many records to skip first. */
  skip: number;
  take: number;
}

/** Up to `take` records, fewer if they exceed the size of an answer. `more`: whether the table has further records. */
export async function readSlice({
  tableId,
  after,
  skip,
  take,
}: Slice): Promise<{ records: RecordItem[]; more: boolean }> {
  const counter = readCounter(tableId);
  const records: RecordItem[] = [];
  let [bytes, counted] = [0, 0];
  const reader = readFrom(tableId, skip > 0 ? await skipRecords(tableId, after, skip, counter) : after);
  for (;;) {
    const [items, end] = await Promise.all([reader.read(take + 1 - records.length), counter]);
    reader.hearEmpty(end.empty);
    const mayExceed = reader.mostBytes() > limits.responseBytes;
    for (const item of items) {
      while (mayExceed && counted < records.length) bytes += sizeOf(records[counted++] as RecordItem);
      if (records.length === take || bytes > limits.responseBytes) return { records, more: true };
      records.push(item);
    }
    if (reader.at() >= end.n) return { records, more: false };
  }
}

/** All records of a table, a slice at a time. */
export async function* readSlices(
  tableId: TableId,
  take: number = limits.recordsPerPage,
): AsyncGenerator<RecordItem[]> {
  for (let after = 0; ; ) {
    const { records, more } = await readSlice({ tableId, after, skip: 0, take });
    yield records;
    const last = records.at(-1);
    if (!more || !last) return;
    after = autoNumberOf(last.id);
  }
}

type Counter = ReturnType<typeof readCounter>;

/** `skip` may take so many rounds of reading: large records come few at a time. */
const maxRounds = 100;

/** The autoNumber of the last record that is skipped. Throws 400 if that takes too many rounds. */
async function skipRecords(tableId: TableId, after: number, skip: number, counter: Counter): Promise<number> {
  const reader = readFrom(tableId, after, true);
  let left = skip;
  for (let round = 0; round < maxRounds; round++) {
    const [items, end] = await Promise.all([reader.read(left), counter]);
    reader.hearEmpty(end.empty);
    const lastSkipped = items[left - 1];
    if (lastSkipped) return autoNumberOf(lastSkipped.sk);
    left -= items.length;
    if (reader.at() >= end.n) return reader.at();
  }
  throw invalid([
    { path: "skip", message: "is too high for a table with such large records; follow the cursor instead" },
  ]);
}

/** Reads the records of a table in natural order, after an autoNumber. */
export function readNaturally(tableId: TableId, after: number): RowReader {
  const counter = readCounter(tableId);
  counter.catch(() => {});
  const reader = readFrom(tableId, after);
  let end = Number.POSITIVE_INFINITY;
  return {
    async read(wanted) {
      const [records, { n, empty }] = await Promise.all([reader.read(wanted), counter]);
      end = n;
      reader.hearEmpty(empty);
      return records;
    },
    ended: () => reader.at() >= end,
    at: reader.at,
  };
}

/** Reads records in an order of rows, round by round. `Position` is an autoNumber or a position in a manual order. */
export interface RowReader<Position = number> {
  /** About `wanted` of the next records. An empty list does not mean the end: see `ended`. */
  read(wanted: number): Promise<RecordItem[]>;
  ended(): boolean;
  /** The position up to which records have been read: the next page starts after it. */
  at(): Position;
}

/** Reads the parts after an autoNumber, round by round. It does not know where the table ends: compare `at` with `lastNumber`. */
export function readFrom(tableId: TableId, after: number, keysOnly = false) {
  let at = after;
  let stretch = 1;
  let limit = 1000;
  let pages = 0;
  let empty: EmptyBuckets = [];

  /** About `wanted` of the next records in order; none if the buckets of this round are empty. */
  async function read(wanted: number): Promise<RecordItem[]> {
    const first = nextBucket(bucketOf(at + 1), empty);
    const count = at + wanted > lastOf(first) ? Math.max(2, stretch) : stretch;
    const buckets = [first];
    while (buckets.length < count) buckets.push(nextBucket((buckets.at(-1) ?? first) + 1, empty));
    const from = recordIdStart(at + 1);
    const page = `${tableId} ${at} ${wanted}`;
    const ranges = buckets.flatMap((bucket) => {
      const parts = partsOf(tableId, bucket);
      // a little more than the share of each stripe: unused and deleted numbers make stripes uneven
      const usual = Math.ceil(wanted / parts.length) + 8;
      const share = parts.length === 1 ? wanted : Math.min(usual, (shares.get(page) ?? usual) + 1);
      return parts.map((pk) => ({ pk, from, limit: Math.min(share, limit), ...(keysOnly && { only: [] }) }));
    });
    pages += ranges.length;
    const read = await readPages<RecordItem>(ranges);
    const answers = read.map((page, i) => ({ ...page, asked: ranges[i]?.limit ?? limit }));
    const unfinished = answers.filter(({ more }) => more);
    // a part with more items was read only up to its last one; records beyond the lowest such end cannot be merged in order yet
    const ends = unfinished.map(({ items }) => autoNumberOf(items.at(-1)?.sk ?? from));
    const readTo = Math.min(readUpTo(buckets.at(-1) as number, empty), ...ends);
    const items = answers
      .flatMap(({ items }) => items)
      .filter(({ sk }) => autoNumberOf(sk) <= readTo)
      .sort((a, b) => (a.sk < b.sk ? -1 : 1));

    const end = items[wanted - 1];
    noteShare(
      page,
      end && Math.max(...read.map(({ items }) => items.filter(({ sk }) => sk <= end.sk).length)),
    );
    at = readTo;
    stretch = items.length > 0 ? 1 : Math.min(2 * stretch, maxBuckets);
    limit = Math.min(
      limit,
      ...unfinished.map(({ asked, items }) =>
        items.length < asked ? nextLimit(asked, items.length) : limit,
      ),
    );
    return items;
  }

  /** The most bytes that the pages read so far can hold: a page has at most a megabyte. */
  const mostBytes = () => pages * 1024 * 1024;

  /** Sets the buckets that are skipped from now on. */
  const hearEmpty = (known: EmptyBuckets) => {
    empty = known;
  };

  return { read, at: () => at, mostBytes, hearEmpty };
}
