/*
 * Images of deleted records, for the trash: written from the stream (record-images.ts), since a copy in the commit that deletes the
 * record would double its cost.
 *
 *  entity         pk                     sk         cost
 *  trashedRecord  TRASHED#<table>#<rec>  <version>  1 WCU for each KB, outside of requests; found by the `deletion` items (trash.ts)
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import { unpackItems } from "#lib/store/packing";
import { getItems, type Item, type Key } from "#lib/store/store";

export interface ImageItem extends Item {
  /** The record as it was stored, without its keys, which can be derived from the image's. */
  record: StoredRecord & { entity: string; version: number };
  expiresAt: number;
}

const imagesIn = (tableId: TableId) => `TRASHED#${tableId}#`;
export const imageKey = (tableId: TableId, id: string, version: number): Key => ({
  pk: `${imagesIn(tableId)}${id}`,
  sk: String(version),
});

/** How long deleted records and tables can be restored. */
export const secondsInTrash = limits.trashDays * secondsPerDay;

/** The image of a deleted record, which is as the stream has it: packed. `now` is when its 30 days start. */
export function imageOf(tableId: TableId, { pk: _, sk: id, ...record }: RecordItem, now: string): ImageItem {
  return {
    ...imageKey(tableId, id, record.version),
    entity: "trashedRecord",
    version: 1,
    record: record as ImageItem["record"],
    expiresAt: expiryIn(secondsInTrash, now),
  };
}

/** The records of images, by their ids. */
export async function readImages(tableId: TableId, keys: Key[]): Promise<Map<RecordId, RecordItem>> {
  const images = await getItems<ImageItem>(keys);
  const stored = images.map(
    ({ pk, record }): RecordItem => ({
      ...record,
      ...recordKey(tableId, pk.slice(imagesIn(tableId).length)),
    }),
  );
  return new Map((await unpackItems(stored)).map((record) => [record.id, record]));
}
