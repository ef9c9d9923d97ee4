/*
 * The history of records: how edits changed their cells, written from the stream (record-images.ts).
 *
 *  entity   pk                     sk                             cost
 *  history  HISTORY#<table>#<rec>  <time>#<rec>#<version>#<part>  written 2 × 1 WCU for each KB, outside of requests;
 *  history  HISTORY#<table>#<0–3>  <time>#<rec>#<version>#<part>  the same, by the record's number. A page is one round trip: 1 Query, or 4 in parallel
 *
 * Time and version count down, so that a Query gives the newest first. Keys are derived from the record and its version, so an edit
 * reported twice overwrites itself. The table's copy is put first, since clearing finds the record's copy by it.
 */

import { countingDown } from "#lib/data/identity/counting-down";
import { allStripes, stripeOf } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { columnsOf } from "#lib/data/schema/columns";
import { type ChangedCell, changedCells } from "#lib/engine/cells/changed-cells";
import type { RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { packHistory } from "#lib/schemas/records/packed-changes";
import { putItems, removeItems } from "#lib/store/batch-writes";
import { expiryIn } from "#lib/store/expiry";
import { type Item, readPage } from "#lib/store/store";

export interface HistoryItem extends Item {
  recordId: RecordId;
  /** The version of the record after the edit. */
  of: number;
  time: string;
  by: UserId;
  /** Packed (lib/schemas/records/packed-changes.ts); items from before have a list. */
  changes: string | ChangedCell[];
  expiresAt: number;
}

const ofRecord = (tableId: TableId, id: RecordId) => `HISTORY#${tableId}#${id}`;
const ofTable = (tableId: TableId) => allStripes.map((stripe) => `HISTORY#${tableId}#${stripe}`);

/** The partitions with the history of a record, or of all records of a table. */
export const historyPartitions = (tableId: TableId, id?: RecordId): string[] =>
  id ? [ofRecord(tableId, id)] : ofTable(tableId);

const highestVersion = 999_999_999;

/** The beginning of the sort keys of an edit. */
export const editKey = (id: RecordId, time: string, version: number): string =>
  `${countingDown(time)}#${id}#${String(highestVersion - version).padStart(9, "0")}#`;

/** Below DynamoDB's 400 KB an item, with room for keys and names. */
const bytesPerItem = 300 * 1024;

/** The history items of an edit; none if no user edited the record, as when a job clears the cells of a deleted field. */
export function historyOf(tableId: TableId, before: RecordItem, after: RecordItem): HistoryItem[] {
  const { id, version } = after;
  const edit = editOf(before, after);
  if (!edit) return [];
  const { time, by } = edit;
  const expiresAt = expiryIn(limits.historyDays * secondsPerDay, time);
  return packHistory(changedCells(before, after), columnsOf(tableId), bytesPerItem).map((changes, part) => ({
    pk: `HISTORY#${tableId}#${stripeOf(id)}`,
    sk: `${editKey(id, time, version)}${part}`,
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

/** The user who edited the record, or linked it from another record, and when. */
function editOf(before: RecordItem, after: RecordItem): { time: string; by: UserId } | undefined {
  const { lastModifiedTime: time, lastModifiedBy: by, linked } = after;
  if (time && by && time !== before.lastModifiedTime) return { time, by };
  return after.recomputes === before.recomputes ? undefined : linked;
}

/** Stores both copies of history items. */
export async function keepHistory(items: (HistoryItem & { tableId: TableId })[]): Promise<void> {
  const kept = items.map(({ tableId: _, ...item }) => item as HistoryItem);
  await putItems(kept);
  await putItems(
    kept.map((item, i) => ({ ...item, pk: ofRecord(items[i]?.tableId as TableId, item.recordId) })),
  );
}

const itemsPerPiece = 1000;

/** Removes one piece of the history of a deleted table; true if there are more. */
export async function clearHistory(tableId: TableId): Promise<boolean> {
  for (const pk of ofTable(tableId)) {
    const { items, more } = await readPage<HistoryItem>({ pk, limit: itemsPerPiece });
    await removeItems(items.map(({ sk, recordId }) => ({ pk: ofRecord(tableId, recordId), sk })));
    await removeItems(items);
    if (more) return true;
  }
  return false;
}
