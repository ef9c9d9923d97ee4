import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { SearchHits, SearchIndexQuery } from "#lib/schemas/tables/aggregation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/search-index",
    summary: "List the cells that a search hits, with the place of their records in the list",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: SearchIndexQuery,
    response: ok(SearchHits),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) =>
    (await import("#lib/data/query/search-hits")).listHits(schema, query, caller),
);
