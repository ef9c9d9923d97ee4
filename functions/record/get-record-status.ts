import * as z from "zod";
import { isPlain } from "#lib/data/query/read-plain";
import { statusOf } from "#lib/data/records/record-status";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { RecordStatus } from "#lib/schemas/records/record";
import { RecordListQuery } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/{recordId}/status",
    summary: "Get the status of a record",
    description:
      "Tells whether the record exists or was deleted. With the query of a list, `isVisible` tells whether the list shows the record, on whichever page; this needs the scope `record|read` too. `take`, `skip`, `cursor`, `orderBy` and `groupBy` do not count. 404 for an id whose number the table has never assigned.",
    scope: "table|read",
    // a filter says something about the cells
    scopesOf: (_, { query }) => (isPlain(query) ? [] : ["record|read"]),
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: RecordListQuery,
    response: ok(RecordStatus),
    prefetch: ({ params }) => statusOf(params.tableId, params.recordId),
    load: async ({ table, query }) => (isPlain(query) ? undefined : schemaOf(table)),
  },
  async ({ prefetched: { record, status }, loaded: schema, query, caller }) => {
    if (!schema) return status;
    const { isListed } = await import("#lib/data/query/is-listed");
    return { ...status, isVisible: await isListed(schema, record, query, caller) };
  },
);
