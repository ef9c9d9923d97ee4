import * as z from "zod";
import * as records from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { removeRecord } from "#lib/data/write/remove-record";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { Record } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/record/{recordId}",
    summary: "Delete a record and answer it as it was",
    scope: "record|delete",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(Record),
    conditional: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: record, loaded: schema, params, caller, expectTag }) =>
    removeRecord({ schema, record }, params.recordId, caller, (now) => expectTag(records.tagOf(now))),
);
