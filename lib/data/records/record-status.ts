/* Whether a record is there, or was. */

import { notFound } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { RecordStatus } from "#lib/schemas/records/record";
import { getEach } from "#lib/store/store";
import { type CounterItem, counterKey, recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";

/** 404 for an id that no record of the table can have had: its number was never given. */
export async function statusOf(tableId: TableId, id: RecordId): Promise<RecordStatus> {
  const [record, counter] = await getEach<[RecordItem, CounterItem]>([
    recordKey(tableId, id),
    counterKey(tableId),
  ]);
  const isThere = record !== undefined;
  if (!isThere && autoNumberOf(id) > (counter?.n ?? 0)) throw notFound("record", id);
  return { isVisible: isThere, isDeleted: !isThere };
}
