import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { AggregationQuery, Aggregations } from "#lib/schemas/tables/aggregation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation",
    summary: "Compute statistics of fields, of all records or by groups",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: AggregationQuery,
    response: ok(Aggregations),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) =>
    (await import("#lib/data/query/aggregate")).aggregate(schema, query, caller),
);
