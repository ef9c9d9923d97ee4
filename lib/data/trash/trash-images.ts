/*
 * Deleted records as they were, for the trash: read from the stream (keep-past.ts), since a second copy of each in the commit
 * that deletes it would double what that costs.
 *
 *          pk                       sk          cost
 *  image   TRASHED#<table>#<rec>    <version>   1 WCU for each KB, off the hot path; found by what trash.ts says was deleted
 */

import type { RecordItem } from "#lib/data/records/records";
import type { StoredRecord } from "#lib/engine/cells/present";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { expiryIn } from "#lib/store/expiry";
import type { Item, Key } from "#lib/store/store";

export interface ImageItem extends Item {
  /** The record but for its keys, which follow from it. */
  record: StoredRecord & { entity: string; version: number };
  expiresAt: number;
}

export const imageKey = (tableId: TableId, id: RecordId, version: number): Key => ({
  pk: `TRASHED#${tableId}#${id}`,
  sk: String(version),
});

export const daysInTrash = limits.trashDays * 24 * 60 * 60;

export function imageOf(tableId: TableId, { pk: _, sk: __, ...record }: RecordItem, now: string): ImageItem {
  return {
    ...imageKey(tableId, record.id, record.version),
    entity: "trashedRecord",
    version: 1,
    record: record as ImageItem["record"],
    expiresAt: expiryIn(daysInTrash, now),
  };
}
