/*
 * The size of an index when it was made or last swept. It is kept, because counting the entries reads them all.
 *
 *  entity  pk                          sk    cost
 *  entry   INDEX#<table>#<index>#size  SIZE  entries, bytes, countedTime. 1 WCU when it was counted
 */

import type { TableId } from "#lib/schemas/basics/ids";
import { putItems } from "#lib/store/batch-writes";
import { getItems, type Item, type Key } from "#lib/store/store";
import { entryParts } from "./index-items.ts";

export interface IndexSize {
  entries: number;
  /** The bytes that DynamoDB stores and bills. */
  bytes: number;
}
interface SizeItem extends Item, IndexSize {
  countedTime: string;
}

export const sizeKey = (tableId: TableId, index: string): Key => ({
  pk: `${entryParts}${tableId}#${index}#size`,
  sk: "SIZE",
});

/** The bytes that DynamoDB adds to each item, and those of attribute names and of all attributes except the keys. */
const bytesBesideKeys = 100 + Buffer.byteLength("pkskentityentryversion1");

/** Adds entries to a size; without `size` these are the first ones. */
export const addToSize = (items: Key[], size: IndexSize = { entries: 0, bytes: 0 }): IndexSize => ({
  entries: size.entries + items.length,
  bytes: items.reduce(
    (sum, { pk, sk }) => sum + Buffer.byteLength(pk) + Buffer.byteLength(sk) + bytesBesideKeys,
    size.bytes,
  ),
});

export const keepSize = (tableId: TableId, index: string, { entries, bytes }: IndexSize): Promise<void> =>
  putItems([
    {
      ...{ ...sizeKey(tableId, index), entity: "entry", version: 1 },
      ...{ entries, bytes, countedTime: new Date().toISOString() },
    },
  ]);

/** The known sizes of these indexes, by id. */
export async function readSizes(tableId: TableId, indexes: string[]): Promise<Map<string, SizeItem>> {
  const items = await getItems<SizeItem>(indexes.map((index) => sizeKey(tableId, index)));
  return new Map(items.map((item) => [item.pk.split("#")[2] ?? "", item]));
}
