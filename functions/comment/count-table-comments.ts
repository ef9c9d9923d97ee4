import * as z from "zod";
import { countsAmong } from "#lib/data/comments/comment-counts";
import { readEarly, readPlain } from "#lib/data/query/read-plain";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordCommentCounts } from "#lib/schemas/collaboration/comment";
import { RecordListQuery } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/comment/{tableId}/count",
    summary: "Count comments for a page of records",
    description:
      "The page is that of a list of records with the same query. Records without comments are left out.",
    scope: "view|read",
    params: z.object({ tableId: TableId }),
    query: RecordListQuery,
    response: ok(RecordCommentCounts),
    prefetch: ({ params, query }) => readPlain(params.tableId, query),
    load: async ({ table, query, prefetched }) => {
      const plain = await prefetched;
      return plain ? countsAmong(table.id, plain.records) : readEarly(table, query);
    },
  },
  async ({ loaded, table, query, caller }) => {
    if (!("schema" in loaded)) return loaded;
    const { readList } = await import("#lib/data/query/list-records");
    const { page } = await readList(loaded, query, caller);
    return countsAmong(table.id, page.records);
  },
);
