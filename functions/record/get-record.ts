import * as z from "zod";
import * as records from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { ExpandText } from "#lib/schemas/records/expand";
import { Record, RecordQuery } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/{recordId}",
    summary: "Get a record",
    scope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: RecordQuery.extend({ expand: ExpandText }),
    response: ok(Record),
    tagged: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
  },
  async ({ prefetched: record, loaded: schema, query, caller, setTag }) => {
    setTag(records.tagOf(record));
    const shown = await showRecord(record, schema, { ...query, base: schema.table }, caller);
    if (!query.expand) return shown;
    const { expandPage } = await import("#lib/data/query/expand-links");
    const [expanded = shown] = await expandPage([record], [shown], schema, query, caller);
    return expanded;
  },
);
