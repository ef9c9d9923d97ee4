import * as z from "zod";
import { getWithCount, removeComment } from "#lib/data/comments/write-comment";
import { done, endpoint } from "#lib/http/endpoint";
import { CommentId, RecordId, TableId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/comment/{tableId}/{recordId}/{commentId}",
    summary: "Delete a comment of one's own",
    description: "It is in no list any more, and its content is gone.",
    scope: "record|comment",
    params: z.object({ tableId: TableId, recordId: RecordId, commentId: CommentId }),
    response: done,
    prefetch: ({ params }) => getWithCount(params, params.commentId),
  },
  ({ prefetched: counted, caller }) => removeComment(counted, caller),
);
