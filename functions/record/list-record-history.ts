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
    summary: "List what edits did to a record, the newest first",
    description:
      "An entry for each cell that an edit changed, a moment after the edit; creating a record is no edit. That of a deleted record is there as long as it is kept.",
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: HistoryQuery,
    response: ok(HistoryPage),
    prefetch: ({ params, query }) => readRecordHistory(params, query),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: edits, loaded: schema, caller }) => showHistory(schema, edits, caller),
);
