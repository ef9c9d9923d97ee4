import * as z from "zod";
import { readSlice, showPage } from "#lib/data/list-records";
import { schemaOf } from "#lib/data/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/ids";
import { RecordListQuery, RecordPage } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record",
    summary: "List records in the order they were made in",
    description:
      "Pages neither repeat nor skip a record that is there throughout, whatever is written meanwhile.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordListQuery,
    response: ok(RecordPage),
    prefetch: ({ params, query }) => readSlice(params.tableId, query),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: slice, loaded: schema, query, caller }) => showPage(schema, slice, query, caller),
);
