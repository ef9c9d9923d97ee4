import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseQuery, QueriedRows } from "#lib/schemas/tables/base-query";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/query",
    summary: "Query a table for rows of statistics",
    description:
      "The records of one table in groups, with statistics of each group by names: like SELECT … GROUP BY … HAVING … ORDER BY. Groups are those of lists: texts that are equal but for case are different groups, a cell with several choices is one set, and dates that the field shows alike are one group. More than 5,000 groups are a 400. A group shows at most 255 characters of a text and 20 elements of a list. The whole table is read.",
    scope: "record|read",
    whileStopped: true,
    params: z.object({ baseId: BaseId }),
    body: BaseQuery,
    response: ok(QueriedRows),
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  async ({ prefetched, body, caller }) =>
    (await import("#lib/data/query/query-rows")).queryTable(prefetched, body, caller),
);
