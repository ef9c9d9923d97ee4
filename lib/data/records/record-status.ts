/* Whether a record is there, or was. */
import { notFound } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { RecordStatus } from "#lib/schemas/records/record";
import { getItems, type Item } from "#lib/store/store";
import { counterKey, recordKey } from "./record-keys.ts";

/** 404 for an id that no record of the table can have had: its number was never given. */
export async function statusOf(tableId: TableId, id: RecordId): Promise<RecordStatus> {
  const key = recordKey(tableId, id);
  const items = await getItems([key, counterKey(tableId)]);
  const isThere = items.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const counter = items.find((item): item is Item & { n: number } => item.sk === "COUNTER");
  if (!isThere && autoNumberOf(id) > (counter?.n ?? 0)) throw notFound("record", id);
  return { isVisible: isThere, isDeleted: !isThere };
}
