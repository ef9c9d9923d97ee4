import * as z from "zod";
import * as records from "#lib/data/records/records";
import { replayRecord } from "#lib/data/records/records-now";
import { schemaOf } from "#lib/data/schema/table-schema";
import { duplicateRecord } from "#lib/data/write/duplicate-record";
import { created, endpoint } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { Record, shownWhole } from "#lib/schemas/records/record";
import { OwnPlace, placeIn } from "#lib/schemas/records/row-order";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/duplicate",
    summary: "Create a copy of a record",
    description: "Cells of unique fields stay empty in the copy; where they must not, there is none (400).",
    scope: "record|create",
    // what is in the record is answered
    tokenScope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    body: OwnPlace,
    response: created(Record),
    tagged: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: ([id = ""], { params, caller }) =>
      replayRecord(params.tableId, id, shownWhole.fieldKeyType, caller),
  },
  async ({ prefetched: record, loaded: schema, body, caller, setTag }) => {
    const { shown, item } = await duplicateRecord(schema, record, placeIn(body), caller);
    setTag(records.tagOf(item));
    return shown;
  },
);
