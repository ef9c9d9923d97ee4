import * as z from "zod";
import * as records from "#lib/data/records";
import { showRecord } from "#lib/data/show-records";
import { schemaOf } from "#lib/data/tables";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/ids";
import { Record, shownWhole } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/record/{recordId}",
    summary: "Delete a record and answer it as it was",
    scope: "record|delete",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(Record),
    load: ({ table }) => schemaOf(table),
  },
  async ({ table, loaded: schema, params, caller }) =>
    showRecord(await records.remove(table, schema.fields, params.recordId), schema, shownWhole, caller),
);
