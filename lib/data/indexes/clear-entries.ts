/* Removes the entries of indexes, some at a time, for jobs. */

import type { IndexItem } from "#lib/data/schema/table-schema";
import { tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { keysStartingWith, readAll, readPage } from "#lib/store/store";
import { askedPart } from "./asked-orders.ts";
import { notePartsOf, sumsRange } from "./counts/count-items.ts";
import { allEntriesOf } from "./index-items.ts";
import { sizeKey } from "./index-size.ts";
import { listedKey } from "./indexed-tables.ts";
import { movedPartsOf } from "./moved-records.ts";

const entriesPerPiece = 1000;

/** Removes up to 1,000 entries of an index, or its counts; gives how many. */
export async function clearSomeOf(tableId: TableId, index: string): Promise<number> {
  const { pk: sizePart } = sizeKey(tableId, index);
  const notes = [...notePartsOf(tableId, index), ...movedPartsOf(tableId, index)];
  const counts = [...notes, sumsRange(tableId, index), { pk: sizePart }];
  const ranges = [...allEntriesOf(tableId, index), ...counts];
  for (const range of ranges) {
    const { items } = await readPage({ ...range, limit: entriesPerPiece, only: [] });
    if (items.length === 0) continue;
    await removeItems(items);
    return items.length;
  }
  return 0;
}

/** Removes some entries of the indexes of a table that is being cleared, and the notes about its orders. False if nothing is left. */
export async function clearSomeEntries(tableId: TableId): Promise<boolean> {
  const indexes = await readAll<IndexItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("INDEX#") });
  for (const { id } of indexes) if ((await clearSomeOf(tableId, id)) > 0) return true;
  const { items } = await readPage({ pk: askedPart(tableId), limit: entriesPerPiece, only: [] });
  await removeItems(items.length > 0 ? items : [listedKey(tableId)]);
  return items.length > 0;
}
