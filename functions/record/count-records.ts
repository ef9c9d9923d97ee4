import * as z from "zod";
import type { countMatching as CountMatching } from "#lib/data/query/aggregate";
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
    load: async ({ table, query }) => (isPlain(query) ? undefined : schemaOf(table)),
  },
  async ({ table, loaded: schema, query, caller }) => ({
    rowCount: schema
      ? await countMatching(schema, query, caller)
      : await countRecords({ tableId: table.id, userId: caller.userId }),
  }),
);

/** Loaded only for a view, a filter or a search: the number of all records is read without it. */
const countMatching: typeof CountMatching = async (...args) =>
  (await import("#lib/data/query/aggregate")).countMatching(...args);
