import * as z from "zod";
import { create } from "#lib/data/comments/write-comment";
import * as records from "#lib/data/records/records";
import { created, endpoint } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { CreatedComment, NewComment } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "POST",
    path: "/comment/{tableId}/{recordId}/create",
    summary: "Comment on a record",
    description: "Those who are mentioned must be members of the base, or of its space.",
    scope: "record|comment",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    body: NewComment,
    response: created(CreatedComment),
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
  },
  ({ table, params, body, caller }) => create(table, params, body, caller),
);
