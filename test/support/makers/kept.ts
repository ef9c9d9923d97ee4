/* Records with a past, as the stream will tell it to its reader. */
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import * as records from "#lib/data/records/records";
import { keepRecordImages } from "#lib/data/trash/record-images";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { call } from "#test/support/requests/call";

type As = { token: string };

async function aRecord(as: As, tableId: TableId): Promise<{ tableId: TableId; recordId: RecordId }> {
  const body = { records: [{ fields: {} }] };
  const made = await call(createRecords, { as, params: { tableId }, body });
  return { tableId, recordId: made.body.records[0].id };
}

const kept = (before: object, after?: object) =>
  keepRecordImages([{ before, ...(after && { after }) }], new Date().toISOString());

/** A record of which a cell was changed. */
export async function anEditedRecord(as: As, tableId: TableId) {
  const params = await aRecord(as, tableId);
  const before = await records.get(tableId, params.recordId);
  await call(updateRecord, { as, params, body: { record: { fields: { Name: "Grace" } } } });
  await kept(before, await records.get(tableId, params.recordId));
  return params;
}

/** What is in the trash of a table since one of its records was deleted. */
export async function aDeletedRecord(as: As, tableId: TableId): Promise<string> {
  const params = await aRecord(as, tableId);
  const before = await records.get(tableId, params.recordId);
  await call(deleteRecord, { as, params });
  await kept(before);
  const { body } = await call(listTrashItems, { as, query: { tableId } });
  return body.items[0].id;
}
