import * as z from "zod";
import * as subscriptions from "#lib/data/comments/record-subscriptions";
import * as records from "#lib/data/records/records";
import { created, endpoint } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { RecordSubscription } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "POST",
    path: "/comment/{tableId}/{recordId}/subscribe",
    summary: "Follow a record: hear of comments on it",
    description: "Commenting on a record does not subscribe to it.",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: created(RecordSubscription),
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
  },
  ({ params, caller }) => subscriptions.subscribe(params, caller),
);
