import * as z from "zod";
import { showIndexes } from "#lib/data/indexes/show-indexes";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { IndexInfo } from "#lib/schemas/tables/index-info";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/index",
    summary: "List the indexes of a table",
    description:
      "A table with more than 2,000 records keeps an index for each order of its views, and for those that requests keep asking for, at most ten, so that a page costs what it shows. Those of views with groups or filters count their records. They are made and dropped by themselves, but for those of declared fields, which a table of any size has.",
    scope: "table|read",
    params: z.object({ tableId: TableId }),
    response: ok(z.array(IndexInfo)),
    load: ({ table }) => schemaOf(table),
  },
  ({ loaded: schema }) => showIndexes(schema, new Date().toISOString()),
);
