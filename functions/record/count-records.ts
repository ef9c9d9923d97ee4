import * as z from "zod";
import { countMatching } from "#lib/data/aggregate";
import { isPlain } from "#lib/data/list-records";
import { schemaOf } from "#lib/data/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/ids";
import { RecordCountQuery } from "#lib/schemas/looking";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/row-count",
    summary: "Count the records of a table, those that a view shows, or that a filter leaves",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordCountQuery,
    response: ok(z.object({ rowCount: z.int() })),
    load: async ({ table, query }) => (isPlain(query) ? undefined : schemaOf(table)),
  },
  async ({ table, loaded: schema, query, caller }) => ({
    rowCount: await countMatching(table, schema, query, caller),
  }),
);
