/*
 * The history of records: what edits did to their cells, read from the stream (keep-past.ts).
 *
 *           pk                       sk                                   cost
 *  of one   HISTORY#<table>#<rec>    <time>#<rec>#<version>#<part>        written 2 × 1 WCU for each KB, off the hot path;
 *  of all   HISTORY#<table>#<0–3>    the same, by the record's number     a page is one round trip: 1 Query, or 4 side by side
 *
 * Time and version count down, so that a Query gives the newest first. Both copies are put as they are, and their keys follow from
 * the record and its version: told twice, there is one. That of the table is put first, since by it the other is found and cleared.
 */

import { allStripes, stripeOf } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type ChangedCell, changedCells } from "#lib/engine/cells/changed-cells";
import type { RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Item, putItems, readPage, removeItems } from "#lib/store/store";

export interface HistoryItem extends Item {
  recordId: RecordId;
  /** How often the record had been changed. */
  of: number;
  time: string;
  by: UserId;
  changes: ChangedCell[];
  expiresAt: number;
}

const ofRecord = (tableId: TableId, id: RecordId) => `HISTORY#${tableId}#${id}`;
const ofTable = (tableId: TableId) => allStripes.map((stripe) => `HISTORY#${tableId}#${stripe}`);

/** The partitions that hold the history of a record, or of all of a table. */
export const historyPartitions = (tableId: TableId, id?: RecordId): string[] =>
  id ? [ofRecord(tableId, id)] : ofTable(tableId);

const latest = 9_999_999_999_999;
/** Of a later time a smaller text. */
export const countingDown = (time: string): string => String(latest - Date.parse(time)).padStart(13, "0");
const highestVersion = 999_999_999;

/** An item of the store holds 400 KB. */
const bytesPerItem = 300 * 1024;
const day = 24 * 60 * 60;

/** What is kept of an edit; nothing of what was no edit, such as clearing the cells of a deleted field. */
export function historyOf(tableId: TableId, before: RecordItem, after: RecordItem): HistoryItem[] {
  const { id, lastModifiedTime: time, lastModifiedBy: by, version } = after;
  if (!time || !by || time === before.lastModifiedTime) return [];
  const expiresAt = Math.ceil(Date.parse(time) / 1000) + limits.historyDays * day;
  const countedDown = String(highestVersion - version).padStart(9, "0");
  return inPieces(changedCells(before.cells, after.cells)).map((changes, part) => ({
    pk: `HISTORY#${tableId}#${stripeOf(id)}`,
    sk: `${countingDown(time)}#${id}#${countedDown}#${part}`,
    entity: "history",
    version: 1,
    recordId: id,
    of: version,
    time,
    by,
    changes,
    expiresAt,
  }));
}

function inPieces(changes: ChangedCell[]): ChangedCell[][] {
  const pieces: ChangedCell[][] = [];
  let room = 0;
  for (const change of changes) {
    const bytes = Buffer.byteLength(JSON.stringify(change));
    if (bytes > room) {
      pieces.push([]);
      room = bytesPerItem;
    }
    pieces.at(-1)?.push(change);
    room -= bytes;
  }
  return pieces;
}

export async function keepHistory(items: (HistoryItem & { tableId: TableId })[]): Promise<void> {
  const kept = items.map(({ tableId: _, ...item }) => item as HistoryItem);
  await putItems(kept);
  await putItems(
    kept.map((item, i) => ({ ...item, pk: ofRecord(items[i]?.tableId as TableId, item.recordId) })),
  );
}

const itemsPerPiece = 1000;

/** Removes some of the history of a deleted table; gives whether there is more. */
export async function clearHistory(tableId: TableId): Promise<boolean> {
  for (const pk of ofTable(tableId)) {
    const { items, more } = await readPage<HistoryItem>({ pk, limit: itemsPerPiece });
    await removeItems(items.map(({ sk, recordId }) => ({ pk: ofRecord(tableId, recordId), sk })));
    await removeItems(items);
    if (more) return true;
  }
  return false;
}
