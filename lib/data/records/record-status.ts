/* Whether a record exists or was deleted. */

import { notFound } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { RecordStatus } from "#lib/schemas/records/record";
import { getEach } from "#lib/store/store";
import { type CounterItem, counterKey, recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";

/** The status of a record. Throws 404 if the table has never given the autoNumber in the id. */
export async function statusOf(tableId: TableId, id: RecordId): Promise<RecordStatus> {
  const [record, counter] = await getEach<[RecordItem, CounterItem]>([
    recordKey(tableId, id),
    counterKey(tableId),
  ]);
  const isThere = record !== undefined;
  if (!isThere && autoNumberOf(id) > (counter?.n ?? 0)) throw notFound("record", id);
  return { isVisible: isThere, isDeleted: !isThere };
}
