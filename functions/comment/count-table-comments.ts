import * as z from "zod";
import { countsAmong } from "#lib/data/comment-counts";
import { readSlice } from "#lib/data/list-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordCommentCounts } from "#lib/schemas/comment";
import { TableId } from "#lib/schemas/ids";
import { RecordListQuery } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/count",
    summary: "Count the comments on each record of a page",
    description:
      "The page is that of the list of records with the same query. Records without comments are left out.",
    scope: "view|read",
    params: z.object({ tableId: TableId }),
    query: RecordListQuery,
    response: ok(RecordCommentCounts),
    prefetch: ({ params, query }) => readSlice(params.tableId, query),
    load: async ({ table, prefetched }) => countsAmong(table.id, (await prefetched).records),
  },
  ({ loaded: counts }) => counts,
);
