import * as z from "zod";
import { statusOf } from "#lib/data/records/record-status";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { RecordStatus } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/{recordId}/status",
    summary: "Tell whether a record is there, or was",
    description: "An id with a number that the table never gave is a 404.",
    scope: "table|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(RecordStatus),
    prefetch: ({ params }) => statusOf(params.tableId, params.recordId),
  },
  ({ prefetched: status }) => status,
);
