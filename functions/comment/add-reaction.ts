import * as z from "zod";
import * as comments from "#lib/data/comments/comments";
import { react } from "#lib/data/comments/reactions";
import { endpoint } from "#lib/http/endpoint";
import { CommentId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { CommentReaction } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "POST",
    path: "/comment/{tableId}/{recordId}/{commentId}/reaction",
    summary: "React to a comment, as PATCH does",
    scope: "record|comment",
    params: z.object({ tableId: TableId, recordId: RecordId, commentId: CommentId }),
    body: CommentReaction,
    response: { status: 201 },
    idempotent: true,
    prefetch: ({ params }) => comments.get(params, params.commentId),
  },
  ({ prefetched: comment, body, caller }) => react(comment, body.reaction, caller),
);
