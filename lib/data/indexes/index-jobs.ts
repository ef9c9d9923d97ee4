/*
 * The jobs of indexes:
 *
 *   makeIndex   120 s after the index was wanted: writes entries of all records that no call has written since ──▶ ready
 *   dropIndex   120 s after it was given up: removes all entries ──▶ removes the index
 *
 * After 120 s every running call writes entries for the new index, or no longer uses the dropped one. The jobs write no records, so they
 * and other writers do not interfere. Each piece can be repeated: it writes or removes the same entries.
 */

import * as z from "zod";
import { defineJob } from "#lib/data/jobs/define-job";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { putItems } from "#lib/store/batch-writes";
import { change, remove } from "#lib/store/commit";
import type { Item } from "#lib/store/store";
import { changeIndex } from "./change-index.ts";
import { clearSomeOf } from "./clear-entries.ts";
import { clearWaiting } from "./clear-waiting.ts";
import { allNumbers, countSlice } from "./counts/fold-counts.ts";
import { entryItem, noToken, tokenIn } from "./index-items.ts";
import { addToSize, keepSize } from "./index-size.ts";
import { type LiveIndex, liveIndexes } from "./live-indexes.ts";

/** So many records are read and counted at once. */
const recordsPerSlice = 999;
/** A piece holds at most so many entries in memory. More entries have more neighbours, which are written together. */
const mostEntries = 40_000;
const mostBytes = 12 * 1024 * 1024;
/** If a piece takes less time than `least`, the next one is larger; if it takes more than `most`, the next one is smaller. */
const milliseconds = { least: 2000, most: 5000 };
/** The number of the record before the piece, how many records it takes, and the size of the index so far. */
const making = z.strictObject({
  number: z.int().default(0),
  take: z.int().default(recordsPerSlice),
  size: z.strictObject({ entries: z.int(), bytes: z.int() }).optional(),
});

/** One piece of the job that makes an index. */
export const makeIndex = defineJob("makeIndex", { needs: "tableId", place: making }, async (job) => {
  const { id, tableId, at, progress, failures } = job;
  const begun = performance.now();
  const table = await find(tableId);
  const schema = table && (await schemaOf(table));
  const index = schema && liveIndexes(schema).find(({ item }) => item.jobId === id);
  // the index is no longer wanted: its fields were changed, or its table was deleted
  if (!index) return { progress };
  // a smaller piece for a store that has refused writes
  const take = failures > 0 ? recordsPerSlice : at.take;
  const [{ missing, size, number, more }, highest] = await Promise.all([
    readSlices(tableId, index, { ...at, take }, () => performance.now() - begun > milliseconds.most),
    lastNumber(tableId),
  ]);
  await putItems(missing);
  const total = Math.max(progress.total ?? 0, highest);
  if (more) {
    const took = performance.now() - begun;
    const next = took < milliseconds.least ? 4 * take : took > milliseconds.most ? take / 2 : take;
    const nextTake = Math.min(mostEntries, Math.max(recordsPerSlice, Math.floor(next)));
    return { progress: { done: number, total }, at: { number, take: nextTake, size } };
  }
  await clearWaiting(tableId, index);
  await keepSize(tableId, index.item.id, size);
  await changeIndex(tableId, index.item.id, (item) =>
    item.jobId === id ? change(item, { state: "ready" }) : undefined,
  );
  return { progress: { done: total, total } };
});

/** Reads about `take` records, counts them, and gives the entries of those that name no token. Reads fewer if it takes long: records can be large. */
async function readSlices(
  tableId: TableId,
  index: LiveIndex,
  { number: first, take, size: before }: z.output<typeof making>,
  isLate: () => boolean,
) {
  const missing: Item[] = [];
  let [number, count, bytes] = [first, 0, 0];
  let size = before;
  for (;;) {
    const { records, more } = await readCounted(tableId, index, number);
    const entries = await entriesIn(tableId, index, records);
    const own = addToSize(entries.map(({ item }) => item));
    size = { entries: own.entries + (size?.entries ?? 0), bytes: own.bytes + (size?.bytes ?? 0) };
    for (const { item, isNamed } of entries) if (!isNamed) missing.push(item);
    count += records.length;
    bytes += own.bytes;
    const last = records.at(-1);
    if (!more || !last) return { missing, size, number, more: false };
    number = autoNumberOf(last.id);
    if (count >= take || bytes >= mostBytes || isLate()) return { missing, size, number, more };
  }
}

function readCounted(tableId: TableId, index: LiveIndex, number: number) {
  const read = async () => {
    const slice = await readSlice({ tableId, after: number, skip: 0, take: recordsPerSlice });
    index.begin();
    const records = await index.prepare(slice.records);
    const last = records.at(-1);
    return { more: slice.more, records, at: slice.more && last ? autoNumberOf(last.id) : allNumbers };
  };
  return index.pathOf ? countSlice(tableId, index, number, read) : read();
}

async function entriesIn(tableId: TableId, index: LiveIndex, records: Prepared<RecordItem>[]) {
  const { item, keysOf } = index;
  const entries = await mapInTurns(records, index, (record) => {
    const token = tokenIn(record, item.id);
    return keysOf(record).map((key) => ({
      item: entryItem(tableId, item.id, { key, id: record.id, token }),
      isNamed: token !== noToken,
    }));
  });
  return entries.flat();
}

/** A piece of dropIndex removes so many pages of 1,000 entries. */
const pagesPerPiece = 10;

const dropping = z.strictObject({ index: z.string() });

/** One piece of the job that removes an index. */
export const dropIndex = defineJob("dropIndex", { needs: "tableId", place: dropping }, async (job) => {
  const { id, tableId, progress } = job;
  const { index } = job.at;
  let done = progress.done;
  for (let page = 0; page < pagesPerPiece; page++) {
    const removed = await clearSomeOf(tableId, index);
    done += removed;
    if (removed > 0) continue;
    await changeIndex(tableId, index, (item) => (item.jobId === id ? remove(item) : undefined));
    return { progress: { done } };
  }
  return { progress: { done }, at: { index } };
});
