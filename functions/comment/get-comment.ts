import * as z from "zod";
import { getComment } from "#lib/data/get-comment";
import { endpoint, ok } from "#lib/http/endpoint";
import { Comment } from "#lib/schemas/comment";
import { CommentId, RecordId, TableId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/{recordId}/{commentId}",
    summary: "Get a comment",
    description:
      "One that was deleted has a deletedTime and no content: so whoever quotes it finds that it was there.",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId, commentId: CommentId }),
    response: ok(Comment),
    prefetch: ({ params }) => getComment(params, params.commentId),
  },
  ({ prefetched: comment }) => comment,
);
