/*
 * Compares an index with the records of its table, for `npm run admin -- check`. Other calls may write at the same time.
 *
 *   a record whose entry is missing                      the index is ended and made again
 *   an entry at another place than its record says       the same
 *   counts that differ from the records                  the same
 *   an entry that no record names                        left by a process that died: removed, if it is still there a minute later
 */

import { recordKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { type IndexItem, readSchema } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { removeItems } from "#lib/store/batch-writes";
import { change } from "#lib/store/commit";
import { getItems, keyAfter, makeFinder, readPage } from "#lib/store/store";
import { changeIndex } from "./change-index.ts";
import { type CountsReport, checkCounts } from "./counts/check-counts.ts";
import { allEntriesOf, type Entry, entryItem, noToken, readEntry, tokenIn } from "./index-items.ts";
import { type LiveIndex, liveIndexes } from "./live-indexes.ts";

/** The result for one index. */
export interface IndexReport {
  id: string;
  records: number;
  entries: number;
  /** How many records lack their entry, and how many entries are at another place than their record says. If there are any, the index was ended. */
  wrong: number;
  /** How many entries no record names; they were removed. */
  left: number;
  /** Whether its counts are right; if they were wrong, the index was ended. Absent if it counts nothing. */
  counts?: CountsReport;
}

const recordsPerPiece = 500;
const entriesPerPiece = 500;

/** Checks the indexes of a table that are ready. `pass` waits until all running calls have ended. Throws 404 for an unknown table. */
export async function checkIndexes(tableId: TableId, pass: () => Promise<void>): Promise<IndexReport[]> {
  const indexes = liveIndexes(await readSchema(tableId)).filter(({ item }) => item.state === "ready");
  const found: Found[] = [];
  for (const index of indexes) {
    const { records, missing } = await findMissing(tableId, index);
    found.push({ index, records, missing, ...(await findStrange(tableId, index)) });
  }
  if (found.some(({ strange }) => strange.length > 0)) await pass();
  const reports: IndexReport[] = [];
  for (const each of found) reports.push(await settle(tableId, each));
  return reports;
}

interface Found {
  index: LiveIndex;
  records: number;
  missing: number;
  entries: number;
  /** Entries at a place that their record does not name; entries of running calls are among them. */
  strange: Entry[];
}

/** Checks the strange entries again, removes those that no record names, and ends an index that is wrong. */
async function settle(tableId: TableId, found: Found): Promise<IndexReport> {
  const { index, records, entries, strange } = found;
  const { id } = index.item;
  let [wrong, left] = [found.missing, 0];
  for (const some of cutIntoPieces(strange, entriesPerPiece)) {
    const { unnamed, misplaced } = await findStrangeIn(tableId, index, some);
    await removeItems(unnamed.map((entry) => entryItem(tableId, id, entry)));
    left += unnamed.length;
    wrong += misplaced.length;
  }
  const counts = await checkCounts(tableId, index);
  if (wrong > 0 || counts === "wrong") await endIndex(tableId, id);
  return { id, records, entries, wrong, left, ...(counts && { counts }) };
}

/** Counts the records whose entry is missing, even when both are read again. */
async function findMissing(
  tableId: TableId,
  index: LiveIndex,
): Promise<{ records: number; missing: number }> {
  let [records, missing] = [0, 0];
  for (let after = 0; ; ) {
    const slice = await readSlice({ tableId, after, skip: 0, take: recordsPerPiece });
    records += slice.records.length;
    const without = await withoutEntry(tableId, index, slice.records);
    const again = await getItems<RecordItem>(without.map(({ id }) => recordKey(tableId, id)));
    missing += (await withoutEntry(tableId, index, again)).length;
    const last = slice.records.at(-1);
    if (!slice.more || !last) return { records, missing };
    after = autoNumberOf(last.id);
  }
}

async function withoutEntry(
  tableId: TableId,
  index: LiveIndex,
  records: RecordItem[],
): Promise<RecordItem[]> {
  const { item } = index;
  const keys = await keysOf(index, records);
  const wanted = records.flatMap((record, i) => {
    const token = tokenIn(record, item.id);
    const own = keys[i] ?? [];
    return own.map((key) => ({ record, entry: entryItem(tableId, item.id, { key, id: record.id, token }) }));
  });
  const find = makeFinder(await getItems(wanted.map(({ entry }) => entry)));
  return [...new Set(wanted.flatMap(({ record, entry }) => (find(entry) ? [] : [record])))];
}

async function keysOf(index: LiveIndex, records: RecordItem[]): Promise<string[][]> {
  index.begin();
  return mapInTurns(await index.prepare(records), index, index.keysOf);
}

/** Counts all entries, and gives the strange ones. */
async function findStrange(
  tableId: TableId,
  index: LiveIndex,
): Promise<{ entries: number; strange: Entry[] }> {
  const strange: Entry[] = [];
  let entries = 0;
  for (const { pk, from: first } of allEntriesOf(tableId, index.item.id))
    for (let from = first, isMore = true; isMore; ) {
      const { items, more } = await readPage({ pk, from, limit: entriesPerPiece });
      entries += items.length;
      const { unnamed, misplaced } = await findStrangeIn(tableId, index, items.map(readEntry));
      strange.push(...unnamed, ...misplaced);
      const last = items.at(-1);
      isMore = more && last !== undefined;
      if (last) from = keyAfter(last.sk);
    }
  return { entries, strange };
}

/** Divides these entries: those that no record names, and those whose record is at another place. */
export async function findStrangeIn(tableId: TableId, index: LiveIndex, entries: Entry[]) {
  const records = await getItems<RecordItem>(entries.map(({ id }) => recordKey(tableId, id)));
  const find = makeFinder(records);
  const keys = await keysOf(index, records);
  const keysIn = new Map(records.map((record, i) => [record, keys[i]]));
  const [unnamed, misplaced]: [Entry[], Entry[]] = [[], []];
  for (const entry of entries) {
    const record = find<RecordItem>(recordKey(tableId, entry.id));
    const own = (record && keysIn.get(record)) ?? [];
    // a record that the filter leaves out names no entry
    const isNamed = record && tokenIn(record, index.item.id) === entry.token;
    if (!isNamed || (own.length === 0 && entry.token === noToken)) unnamed.push(entry);
    else if (!own.includes(entry.key)) misplaced.push(entry);
  }
  return { unnamed, misplaced };
}

/** Ends an index: no later call reads it, and the consumer of table changes makes another one. */
export const endIndex = (tableId: TableId, id: string): Promise<void> =>
  changeIndex(tableId, id, (item: IndexItem) =>
    item.state === "ready" ? change(item, { state: "ended" }) : undefined,
  );
