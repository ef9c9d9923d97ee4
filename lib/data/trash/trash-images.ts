/*
 * Images of deleted records, for the trash: written from the stream (record-images.ts), since a copy in the commit that deletes the
 * record would double its cost.
 *
 *  entity         pk                     sk         cost
 *  trashedRecord  TRASHED#<table>#<rec>  <version>  1 WCU for each KB, outside of requests; found by the `deletion` items (trash.ts)
 */

import type { RecordItem } from "#lib/data/records/records";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import type { Item, Key } from "#lib/store/store";

export interface ImageItem extends Item {
  /** The record without its keys, which can be derived from it. */
  record: StoredRecord & { entity: string; version: number };
  expiresAt: number;
}

export const imageKey = (tableId: TableId, id: RecordId, version: number): Key => ({
  pk: `TRASHED#${tableId}#${id}`,
  sk: String(version),
});

/** How long deleted records and tables can be restored. */
export const secondsInTrash = limits.trashDays * secondsPerDay;

/** The image of a deleted record; `now` is when its 30 days start. */
export function imageOf(tableId: TableId, { pk: _, sk: __, ...record }: RecordItem, now: string): ImageItem {
  return {
    ...imageKey(tableId, record.id, record.version),
    entity: "trashedRecord",
    version: 1,
    record: record as ImageItem["record"],
    expiresAt: expiryIn(secondsInTrash, now),
  };
}
