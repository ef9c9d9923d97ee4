import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { SearchCountQuery } from "#lib/schemas/tables/aggregation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/search-count",
    summary: "Count the cells that a search hits",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: SearchCountQuery,
    response: ok(z.object({ count: z.int() })),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    const { countHits } = await import("#lib/data/query/search-hits");
    return { count: await countHits(schema, query, caller) };
  },
);
