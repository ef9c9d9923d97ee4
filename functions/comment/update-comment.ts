import * as z from "zod";
import * as comments from "#lib/data/comments/comments";
import { edit } from "#lib/data/comments/write-comment";
import { done, endpoint } from "#lib/http/endpoint";
import { CommentId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { CommentUpdate } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/comment/{tableId}/{recordId}/{commentId}",
    summary: "Edit a comment of one's own",
    scope: "record|comment",
    params: z.object({ tableId: TableId, recordId: RecordId, commentId: CommentId }),
    body: CommentUpdate,
    response: done,
    idempotent: true,
    prefetch: ({ params }) => comments.get(params, params.commentId),
  },
  ({ table, prefetched: comment, body, caller }) => edit(table, comment, body.content, caller),
);
