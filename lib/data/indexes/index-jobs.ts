/*
 * The jobs of indexes:
 *
 *   makeIndex   120 s after the index was wanted: entries of all records that no one has written since ──▶ ready
 *   dropIndex   120 s after it was given up: removes all entries ──▶ removes the index
 *
 * By then every call writes entries for it, or has stopped to use it. Records are not written, so no writer is in the way of the job or
 * the other way round. Any piece can be done again: it writes or removes the same entries.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { change, remove } from "#lib/store/commit";
import { putItems } from "#lib/store/store";
import { changeIndex } from "./change-index.ts";
import { clearSomeOf } from "./clear-entries.ts";
import { allNumbers, countSlice } from "./fold-counts.ts";
import { entryItem, noToken, tokenIn } from "./index-items.ts";
import { addToSize, type IndexSize, keepSize } from "./index-size.ts";
import { type LiveIndex, liveIndexes } from "./live-indexes.ts";

const recordsPerPiece = 999;

/** One piece of the job that makes an index. */
export async function makeIndex({ id, tableId, at, progress }: JobItem): Promise<Step> {
  if (!tableId) throw new Error("the job names no table");
  const table = await find(tableId);
  const schema = table && (await schemaOf(table));
  const index = schema && liveIndexes(schema).find(({ item }) => item.jobId === id);
  // its fields were changed, or the table was deleted: it is no longer wanted
  if (!index) return { progress };
  const number = Number(at?.["number"] ?? 0);
  const read = async () => {
    const slice = await readSlice({ tableId, after: number, skip: 0, take: recordsPerPiece });
    const last = slice.records.at(-1);
    return { ...slice, at: slice.more && last ? autoNumberOf(last.id) : allNumbers };
  };
  const [{ records, more }, highest] = await Promise.all([
    index.pathOf ? countSlice(tableId, index, number, read) : read(),
    lastNumber(tableId),
  ]);
  await putItems(missingEntries(tableId, index, records));
  const size = addToSize(entriesIn(tableId, index, records), at?.["size"] as IndexSize | undefined);
  const total = Math.max(progress.total ?? 0, highest);
  const last = records.at(-1);
  if (more && last) {
    const done = autoNumberOf(last.id);
    return { progress: { done, total }, at: { number: done, size } };
  }
  await keepSize(tableId, index.item.id, size);
  await changeIndex(tableId, index.item.id, (item) =>
    item.jobId === id ? change(item, { state: "ready" }) : undefined,
  );
  return { progress: { done: total, total } };
}

/** The entries of those that name none. */
const missingEntries = (tableId: TableId, index: LiveIndex, records: RecordItem[]) =>
  entriesIn(
    tableId,
    index,
    records.filter((record) => tokenIn(record, index.item.id) === noToken),
  );

const entriesIn = (tableId: TableId, { item, keyOf }: LiveIndex, records: RecordItem[]) =>
  records.flatMap((record) => {
    const key = keyOf(record);
    return key === undefined
      ? []
      : [entryItem(tableId, item.id, { key, id: record.id, token: tokenIn(record, item.id) })];
  });

/** One piece of the job that removes an index. */
export async function dropIndex({ id, tableId, at, progress }: JobItem): Promise<Step> {
  const index = at?.["index"];
  if (!tableId || typeof index !== "string") throw new Error("the job names no index");
  const removed = await clearSomeOf(tableId, index);
  if (removed > 0) return { progress: { done: progress.done + removed }, at: { index } };
  await changeIndex(tableId, index, (item) => (item.jobId === id ? remove(item) : undefined));
  return { progress };
}
