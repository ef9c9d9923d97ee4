import * as z from "zod";
import type { countMatching as CountMatching } from "#lib/data/query/aggregate";
import { lookUpEarly, readEarlyFound } from "#lib/data/query/look-up";
import { isPlain } from "#lib/data/query/read-plain";
import { countRecords } from "#lib/data/records/count-records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordCountQuery } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/row-count",
    summary: "Count records",
    description:
      "Counts all records of the table, the records that a view shows, or those that match a filter.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordCountQuery,
    response: ok(z.object({ rowCount: z.int() })),
    prefetch: ({ params, query }) => lookUpEarly(params.tableId, query),
    load: async ({ table, query, prefetched }) =>
      isPlain(query)
        ? undefined
        : { schema: await schemaOf(table), found: await readEarlyFound(table, prefetched) },
  },
  async ({ table, loaded, query, caller }) => ({
    rowCount: loaded
      ? await countMatching(loaded.schema, query, caller, loaded.found)
      : await countRecords({ tableId: table.id, userId: caller.userId }),
  }),
);

/** Loaded only for a view, a filter or a search: the number of all records is read without it. */
const countMatching: typeof CountMatching = async (...args) =>
  (await import("#lib/data/query/aggregate")).countMatching(...args);
