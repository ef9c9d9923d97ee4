import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { GroupPointsQuery } from "#lib/schemas/tables/aggregation";
import { GroupPoints } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/group-points",
    summary: "List groups with their record counts",
    description:
      "null without `groupBy`; the group of a view does not count. If there are more groups than fit into a response, it contains the first ones in order, with exact counts. A group shows at most 255 characters of a text and 20 elements of a list.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: GroupPointsQuery,
    response: ok(GroupPoints.nullable()),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) =>
    (await import("#lib/data/query/aggregate")).groupPoints(schema, query, caller),
);
