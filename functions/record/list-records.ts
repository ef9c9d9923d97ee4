import * as z from "zod";
import { listPlain } from "#lib/data/query/list-plain";
import { readEarly, readFirst } from "#lib/data/query/read-plain";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordListQuery, RecordPage } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record",
    summary: "List records",
    description:
      "Returns a page of all records, or of those that a view shows or that match a filter; sorted or grouped if requested. While you read the pages, a record that stays unchanged is returned exactly once, whatever else is written. A filter item that does not fit its field is a 400 in a request; in the filter of a view it is left out.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordListQuery,
    response: ok(RecordPage),
    prefetch: ({ params, query }) => readFirst(params.tableId, query),
    load: ({ table, query, prefetched }) => readEarly(table, query, prefetched),
  },
  ({ loaded: early, prefetched: { plain }, query, caller }) => listPlain(early, query, caller, plain),
);
