import * as z from "zod";
import type { countMatching as CountMatching } from "#lib/data/query/aggregate";
import { isPlain } from "#lib/data/query/read-plain";
import { countAll } from "#lib/data/records/record-pages";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordCountQuery } from "#lib/schemas/tables/query-plan";

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
    rowCount: schema ? await countLooked(schema, query, caller) : await countAll(table.id),
  }),
);

/** Loaded where more is asked for than how many there are. */
const countLooked: typeof CountMatching = async (...asked) =>
  (await import("#lib/data/query/aggregate")).countMatching(...asked);
