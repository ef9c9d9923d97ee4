import * as z from "zod";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { removeRecords } from "#lib/data/write/remove-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordIds, Records, shownWhole } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/delete",
    summary: "Delete records that the body lists: all of them, or none",
    scope: "record|delete",
    params: z.object({ tableId: TableId }),
    body: RecordIds,
    response: ok(Records),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    // none, unless they were put back
    replay: async (ids, { params, caller }) => ({
      records: await replayRecords(await readSchema(params.tableId), ids, shownWhole.fieldKeyType, caller),
    }),
  },
  async ({ loaded: schema, body, caller }) => ({
    records: await removeRecords(schema, body.recordIds, caller),
  }),
);
