import * as z from "zod";
import { readComments, showCommentPage } from "#lib/data/comments/list-comments";
import { readPeople } from "#lib/data/comments/show-comments";
import * as records from "#lib/data/records/records";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { CommentListQuery, CommentPage } from "#lib/schemas/collaboration/comment";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/{recordId}/list",
    summary: "List the comments on a record",
    description:
      "Pages neither repeat nor skip a comment that is there throughout, whatever is written meanwhile.",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: CommentListQuery,
    response: ok(CommentPage),
    prefetch: async ({ params, query }) => {
      const [page] = await Promise.all([
        readComments(params, query),
        records.get(params.tableId, params.recordId),
      ]);
      return page;
    },
    load: async ({ prefetched }) => readPeople((await prefetched).comments),
  },
  ({ prefetched: page, loaded: people, query, now }) => showCommentPage(page, people, query, now),
);
