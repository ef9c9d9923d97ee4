/* Finds the records of entries. An entry counts only if its record names it. */

import { type Entry, tokenIn } from "#lib/data/indexes/index-items";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId } from "#lib/schemas/basics/ids";
import { getItems } from "#lib/store/store";

/** A record with its place in the order. */
export interface Found<Each extends RecordItem = RecordItem> {
  record: Each;
  key: string;
}

/** The records that name these entries, in the order of the entries. */
export async function findNamed(tableId: TableId, index: string, entries: Entry[]): Promise<Found[]> {
  if (entries.length === 0) return [];
  const items = await getItems<RecordItem>(entries.map(({ id }) => recordKey(tableId, id)));
  const byId = new Map(items.map((item) => [item.id, item]));
  return entries.flatMap(({ key, id, token }) => {
    const record = byId.get(id);
    return record && tokenIn(record, index) === token ? [{ record, key }] : [];
  });
}
