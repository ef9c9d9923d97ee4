import * as z from "zod";
import { removeRecords } from "#lib/data/remove-records";
import { schemaOf } from "#lib/data/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/ids";
import { RecordIds, Records } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/delete",
    summary: "Delete records that the body lists: all of them, or none",
    scope: "record|delete",
    params: z.object({ tableId: TableId }),
    body: RecordIds,
    response: ok(Records),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => ({
    records: await removeRecords(schema, body.recordIds, caller),
  }),
);
