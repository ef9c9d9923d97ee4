import * as z from "zod";
import { listPlain } from "#lib/data/query/list-plain";
import { readEarly, readPlain } from "#lib/data/query/read-plain";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordListQuery, RecordPage } from "#lib/schemas/tables/query-plan";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record",
    summary: "List records as they are, through a view, filtered, sorted or grouped",
    description:
      "Pages neither repeat nor skip a record that is there throughout and unchanged, whatever is written meanwhile.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordListQuery,
    response: ok(RecordPage),
    prefetch: ({ params, query }) => readPlain(params.tableId, query),
    load: ({ table, query }) => readEarly(table, query),
  },
  ({ loaded: early, prefetched: plain, query, caller }) => listPlain(early, query, caller, plain),
);
