import * as z from "zod";
import { findComment, showOne } from "#lib/data/comments/get-comment";
import { readPeople } from "#lib/data/comments/show-comments";
import { endpoint, ok } from "#lib/http/endpoint";
import { CommentId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { Comment } from "#lib/schemas/collaboration/comment";

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
    prefetch: ({ params }) => findComment(params, params.commentId),
    load: async ({ prefetched }) => readPeople([await prefetched]),
  },
  ({ prefetched: comment, loaded: people, now }) => showOne(comment, people, now),
);
