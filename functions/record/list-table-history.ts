import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { readHistory, showHistory } from "#lib/data/trash/list-history";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { HistoryPage, HistoryQuery } from "#lib/schemas/records/history";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/history",
    summary: "List what edits did to the records of a table, the newest first",
    description: "An entry for each cell that an edit changed, a moment after the edit.",
    scope: "table_record_history|read",
    params: z.object({ tableId: TableId }),
    query: HistoryQuery,
    response: ok(HistoryPage),
    prefetch: ({ params, query }) => readHistory(params, query),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: edits, loaded: schema, caller }) => showHistory(schema, edits, caller),
);
