/* Answers for repeated requests whose answer was too large to keep: the records that the request wrote, as they are now. */

import type { Caller } from "#lib/data/identity/caller";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { answerKeyType } from "#lib/engine/fields/field-keys";
import { notFound } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, NewRecord, Record } from "#lib/schemas/records/record";
import { getItems } from "#lib/store/store";
import { recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";
import { showRecords } from "./show-records.ts";

/** Decides how the answer names fields: by the `fieldKeyType` of the request, or else as its cells do. */
interface KeyedRequest {
  fieldKeyType?: FieldKeyType | undefined;
  records?: readonly NewRecord[] | undefined;
}

/** The records that still exist, in the order of the ids. */
export async function replayRecords(
  { table, fields }: Schema,
  ids: string[],
  { fieldKeyType: sent, records = [] }: KeyedRequest,
  caller: Caller,
): Promise<Record[]> {
  const cells = records.map(({ fields: values }) => values);
  const fieldKeyType = answerKeyType(fields, sent, cells);
  const found = await getItems<RecordItem>(ids.map((id) => recordKey(table.id, id)));
  const byId = new Map<string, RecordItem>(found.map((record) => [record.id, record]));
  const remaining = ids.flatMap((id) => byId.get(id) ?? []);
  return showRecords(remaining, fields, { fieldKeyType, cellFormat: "json", ...caller.minimal }, caller);
}

/** As `replayRecords` for one record. Throws 404 if it was deleted since. */
export async function replayRecord(
  tableId: TableId,
  id: string,
  request: KeyedRequest,
  caller: Caller,
): Promise<Record> {
  const [record] = await replayRecords(await readSchema(tableId), [id], request, caller);
  if (!record) throw notFound("record", id);
  return record;
}
