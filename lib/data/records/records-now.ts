/* Records that requests have made, as they are now: for one that is repeated after its answer was too large to keep. */

import type { Caller } from "#lib/data/identity/caller";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { notFound } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import { getItems } from "#lib/store/store";
import { recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";
import { showRecords } from "./show-records.ts";

/** Those that are there yet, in the order of the ids. */
export async function replayRecords(
  { table, fields }: Schema,
  ids: string[],
  fieldKeyType: FieldKeyType,
  caller: Caller,
): Promise<Record[]> {
  const found = (await getItems(ids.map((id) => recordKey(table.id, id)))) as RecordItem[];
  const byId = new Map<string, RecordItem>(found.map((record) => [record.id, record]));
  const left = ids.flatMap((id) => byId.get(id) ?? []);
  return showRecords(left, fields, { fieldKeyType, cellFormat: "json" }, caller);
}

/** One that may be gone since. */
export async function replayRecord(
  tableId: TableId,
  id: string,
  fieldKeyType: FieldKeyType,
  caller: Caller,
): Promise<Record> {
  const [record] = await replayRecords(await readSchema(tableId), [id], fieldKeyType, caller);
  if (!record) throw notFound("record", id);
  return record;
}
