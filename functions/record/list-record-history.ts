import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { readRecordHistory, showHistory } from "#lib/data/trash/list-history";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { HistoryPage, HistoryQuery } from "#lib/schemas/records/history";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/{recordId}/history",
    summary: "List the history of a record",
    description:
      "One entry for each cell that an edit changed, newest first. An entry appears a moment after the edit. Creating a record is not an edit. The history of a deleted record stays readable as long as it is kept.",
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: HistoryQuery,
    response: ok(HistoryPage),
    prefetch: ({ params, query }) => readRecordHistory(params, query),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: edits, loaded: schema, caller }) => showHistory(schema, edits, caller),
);
