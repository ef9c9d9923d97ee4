import * as z from "zod";
import * as subscriptions from "#lib/data/comments/record-subscriptions";
import * as records from "#lib/data/records/records";
import { done, endpoint } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/comment/{tableId}/{recordId}/subscribe",
    summary: "Follow a record no longer",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: done,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
  },
  ({ params, caller }) => subscriptions.unsubscribe(params, caller),
);
