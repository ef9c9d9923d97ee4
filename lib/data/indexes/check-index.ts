/*
 * Compares an index with the records of its table, for `npm run admin -- check`. Others may write meanwhile.
 *
 *   a record whose entry is missing    the index is ended, and made anew
 *   an entry that no record names      what a process that died has left: removed, if it is the same a minute later
 */

import { recordKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { type IndexItem, readSchema } from "#lib/data/schema/table-schema";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { change } from "#lib/store/commit";
import { getItems, type Item, keyAfter, makeFinder, readPage, removeItems } from "#lib/store/store";
import { changeIndex } from "./change-index.ts";
import { type Entry, entriesOf, entryItem, noToken, readEntry } from "./index-items.ts";
import { type LiveIndex, liveIndexes } from "./live-indexes.ts";

/** What was found of one index. */
export interface IndexReport {
  id: string;
  records: number;
  entries: number;
  /** Records without their entry. If there are any, the index was ended. */
  missing: number;
  /** Entries that no record names; they were removed. */
  left: number;
}

const recordsPerPiece = 500;
const entriesPerPiece = 500;

/**
 * Checks the indexes of a table that are ready. `pass` waits until a call that was running has ended (settled-time.ts). Throws 404 if
 * there is no such table.
 */
export async function checkIndexes(tableId: TableId, pass: () => Promise<void>): Promise<IndexReport[]> {
  const reports: IndexReport[] = [];
  for (const index of liveIndexes(await readSchema(tableId)))
    if (index.item.state === "ready") reports.push(await checkIndex(tableId, index, pass));
  return reports;
}

async function checkIndex(
  tableId: TableId,
  index: LiveIndex,
  pass: () => Promise<void>,
): Promise<IndexReport> {
  const { id } = index.item;
  const { records, missing } = await findMissing(tableId, index);
  const { entries, suspects } = await findUnnamed(tableId, id);
  if (suspects.length > 0) await pass();
  let left = 0;
  for (const some of cutIntoPieces(suspects, entriesPerPiece)) {
    const unnamed = await unnamedOf(tableId, id, some);
    await removeItems(unnamed.map((entry) => entryItem(tableId, id, entry)));
    left += unnamed.length;
  }
  if (missing > 0) await end(tableId, id);
  return { id, records, entries, missing, left };
}

/** Counts the records whose entry is not there, also when both are read again. */
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
  { item, keyOf }: LiveIndex,
  records: RecordItem[],
): Promise<RecordItem[]> {
  const keys = records.map((record) =>
    entryItem(tableId, item.id, {
      key: keyOf(record),
      id: record.id,
      token: record.ix?.[item.id] ?? noToken,
    }),
  );
  const entry = makeFinder(await getItems(keys));
  return records.filter((_, i) => !entry(keys[i] as Item));
}

/** Counts all entries, and gives those that no record names now. */
async function findUnnamed(tableId: TableId, index: string): Promise<{ entries: number; suspects: Entry[] }> {
  const suspects: Entry[] = [];
  let entries = 0;
  for (const { pk, from: first } of entriesOf(tableId, index))
    for (let from = first, isMore = true; isMore; ) {
      const { items, more } = await readPage({ pk, from, limit: entriesPerPiece });
      entries += items.length;
      suspects.push(...(await unnamedOf(tableId, index, items.map(readEntry))));
      const last = items.at(-1);
      isMore = more && last !== undefined;
      if (last) from = keyAfter(last.sk);
    }
  return { entries, suspects };
}

async function unnamedOf(tableId: TableId, index: string, entries: Entry[]): Promise<Entry[]> {
  const record = makeFinder(await getItems(entries.map(({ id }) => recordKey(tableId, id))));
  return entries.filter(({ id, token }) => {
    const found = record<RecordItem>(recordKey(tableId, id));
    return !found || (found.ix?.[index] ?? noToken) !== token;
  });
}

/** No call reads it from here on; the consumer of table changes makes another one. */
const end = (tableId: TableId, id: string): Promise<void> =>
  changeIndex(tableId, id, (item: IndexItem) => change(item, { state: "ended" }));
