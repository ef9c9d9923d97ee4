import * as z from "zod";
import { statusOf } from "#lib/data/records/record-status";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { RecordStatus } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/{recordId}/status",
    summary: "Get the status of a record",
    description:
      "Tells whether the record exists or was deleted. 404 for an id whose number the table has never assigned.",
    scope: "table|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(RecordStatus),
    prefetch: ({ params }) => statusOf(params.tableId, params.recordId),
  },
  ({ prefetched: status }) => status,
);
