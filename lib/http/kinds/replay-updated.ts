/* Answers a repeated update or upsert of records from the ids that were kept. Imported only for such a call. */
import type { Caller } from "#lib/data/identity/caller";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { UpdatedRecords } from "#lib/schemas/records/record";
import type { RecordUpdates } from "#lib/schemas/records/record-changes";

interface Repeated {
  params: { tableId: TableId };
  body: RecordUpdates;
  caller: Caller;
}

/** `ids`: first the id of each record, then again the ids of those that the upsert created. */
export async function replayUpdated(
  ids: string[],
  { params, body: { upsert, records, fieldKeyType }, caller }: Repeated,
): Promise<UpdatedRecords> {
  const all = ids.slice(0, records.length) as RecordId[];
  const created = ids.slice(records.length) as RecordId[];
  const wasMade = new Set(created);
  const shown = await replayRecords(await readSchema(params.tableId), all, { fieldKeyType, records }, caller);
  const updated = all.filter((id) => !wasMade.has(id));
  return upsert ? { records: shown, created, updated } : shown;
}
