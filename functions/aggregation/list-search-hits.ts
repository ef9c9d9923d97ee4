import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { SearchHits, SearchIndexQuery } from "#lib/schemas/tables/aggregation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/search-index",
    summary: "List the cells that match a search",
    description:
      "Each with the position of its record in the list, from 1. `skip` and `take` count records with hits; the header `x-next-cursor` has the cursor of the next page.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: SearchIndexQuery,
    response: ok(SearchHits),
    paged: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller, setNextCursor }) => {
    const { listHits } = await import("#lib/data/query/search-hits");
    const { hits, nextCursor } = await listHits(schema, query, caller);
    setNextCursor(nextCursor);
    return hits;
  },
);
