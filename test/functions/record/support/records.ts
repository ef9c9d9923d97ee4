/* A table to write records into, and calls of its owner. */
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable, type Someone } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";

type Cells = Record<string, unknown>;

export async function aSheet(input: object = {}, ...place: [owner?: Someone]) {
  const made = await aTable(input, ...place);
  const params = { tableId: made.tableId };
  const ask = { as: made.owner, params };
  const at = (recordId: string) => ({ ...ask, params: { ...params, recordId } });
  return {
    ...made,
    params,
    /** Sends records with these cells. */
    create: (records: Cells[], more: object = {}) =>
      call(createRecords, { ...ask, body: { records: records.map((fields) => ({ fields })), ...more } }),
    /** Sends any body. */
    send: (body: unknown, more: Asking = {}) => call(createRecords, { ...ask, body, ...more }),
    list: (query: Asking["query"] = "") => call(listRecords, { ...ask, query }),
    get: (recordId: string, query: Asking["query"] = "") => call(getRecord, { ...at(recordId), query }),
    update: (recordId: string, fields: Cells, more: object = {}, headers: Asking["headers"] = {}) =>
      call(updateRecord, { ...at(recordId), body: { record: { fields }, ...more }, headers }),
    remove: (recordId: string, headers: Asking["headers"] = {}) =>
      call(deleteRecord, { ...at(recordId), headers }),
    /** Updates records by their ids. */
    updateMany: (records: { id: string; fields: Cells }[], more: object = {}) =>
      call(updateRecords, { ...ask, body: { records, ...more } }),
    /** Upserts records by their values in these fields. */
    upsert: (fieldKeys: string[], records: Cells[], more: object = {}) =>
      call(updateRecords, {
        ...ask,
        body: { upsert: { fieldKeys }, records: records.map((fields) => ({ fields })), ...more },
      }),
    /** Sends any body to the update endpoint. */
    sendUpdates: (body: unknown, more: Asking = {}) => call(updateRecords, { ...ask, body, ...more }),
    removeMany: (recordIds: string[], headers: Asking["headers"] = {}) =>
      call(deleteListedRecords, { ...ask, body: { recordIds }, headers }),
    removeInQuery: (recordIds: string[]) =>
      call(deleteRecords, { ...ask, query: { "recordIds[]": recordIds } }),
    duplicate: (recordId: string, place: object = {}) =>
      call(duplicateRecord, { ...at(recordId), query: { fieldKeyType: "name" }, body: place }),
    count: async () => (await call(countRecords, ask)).body.rowCount as number,
    /** Every record, read by following the cursor, and the number of pages. */
    async walk(take = 1000) {
      const records: Answered[] = [];
      let pages = 0;
      for (let cursor: string | null = ""; cursor !== null; pages++) {
        const { status, body } = await call(listRecords, {
          ...ask,
          query: { take: String(take), ...(cursor && { cursor }) },
        });
        if (status !== 200) throw new Error(`the page was refused: ${JSON.stringify(body)}`);
        records.push(...body.records);
        cursor = body.nextCursor;
      }
      return { records, pages };
    },
  };
}

export interface Answered {
  id: string;
  name: string;
  fields: Cells;
  autoNumber: number;
  createdTime: string;
  createdBy: string;
  lastModifiedTime?: string;
  lastModifiedBy?: string;
}

/** A field with this name and type. */
export const field = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
