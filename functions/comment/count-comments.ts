import * as z from "zod";
import { countOf } from "#lib/data/comments/comment-counts";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { CommentCount } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/{recordId}/count",
    summary: "Count the comments on a record",
    scope: "view|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    response: ok(CommentCount),
    prefetch: ({ params }) => countOf(params),
  },
  ({ prefetched: count }) => ({ count }),
);
