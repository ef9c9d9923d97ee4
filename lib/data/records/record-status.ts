/* Whether a record exists or was deleted. */

import { notFound } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { RecordStatus } from "#lib/schemas/records/record";
import { getEach } from "#lib/store/store";
import { type CounterItem, counterKey, recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";

export interface KnownStatus {
  status: RecordStatus;
  record: RecordItem | undefined;
}

/** The status of a record, and the record if it exists. Throws 404 if the table has never given the autoNumber in the id. */
export async function statusOf(tableId: TableId, id: RecordId): Promise<KnownStatus> {
  const [record, counter] = await getEach<[RecordItem, CounterItem]>([
    recordKey(tableId, id),
    counterKey(tableId),
  ]);
  const isThere = record !== undefined;
  if (!isThere && autoNumberOf(id) > (counter?.n ?? 0)) throw notFound("record", id);
  return { record, status: { isVisible: isThere, isDeleted: !isThere } };
}
