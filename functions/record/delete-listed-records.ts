import * as z from "zod";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordIds, Records, shownWhole } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/delete",
    summary: "Delete the records listed in the body",
    description:
      "Deletes all of the records, or none, and returns them as they were. They can be restored from the trash. With `If-Match`, each of them must be in one of the states that it names.",
    scope: "record|delete",
    whileStopped: true,
    params: z.object({ tableId: TableId }),
    body: RecordIds,
    response: ok(Records),
    conditional: true,
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    // deleted records are not shown again, unless they were restored
    replay: async (ids, { params, caller }) => ({
      records: await replayRecords(await readSchema(params.tableId), ids, shownWhole, caller),
    }),
  },
  async ({ loaded: schema, body, caller, expectTag }) => {
    // loaded here: with the code that deletes it exceeds what a function may load at its start
    const { removeRecords } = await import("#lib/data/write/remove-records");
    return { records: await removeRecords(schema, body.recordIds, caller, { expectTag }) };
  },
);
