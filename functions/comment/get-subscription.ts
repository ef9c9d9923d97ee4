import * as z from "zod";
import * as subscriptions from "#lib/data/comments/record-subscriptions";
import * as records from "#lib/data/records/records";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { RecordSubscription } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/{recordId}/subscribe",
    summary: "Tell whether one follows a record",
    description: "The answer has no body if not.",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(RecordSubscription.optional()),
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
  },
  ({ params, caller }) => subscriptions.find(params, caller.userId),
);
