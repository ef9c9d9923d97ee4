import * as z from "zod";
import { findMany } from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { removeRecords } from "#lib/data/write/remove-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordIdsQuery, Records } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/record",
    summary: "Delete records",
    description:
      "Deletes all of the records, or none, and returns them as they were. They can be restored from the trash. A URL is at most 10 KB long on AWS, about 250 ids; `POST /table/{tableId}/record/delete` takes more.",
    scope: "record|delete",
    params: z.object({ tableId: TableId }),
    query: RecordIdsQuery,
    response: ok(Records),
    prefetch: ({ params, query }) => findMany(params.tableId, query.recordIds),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, prefetched: found, query, caller }) => ({
    records: await removeRecords(schema, query.recordIds, caller, { start: found }),
  }),
);
