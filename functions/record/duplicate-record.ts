import * as z from "zod";
import * as records from "#lib/data/records/records";
import { replayRecord } from "#lib/data/records/records-now";
import { schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { AnswerKeyQuery, DuplicatedRecord } from "#lib/schemas/records/record";
import { OwnPlace, placeIn } from "#lib/schemas/records/row-order";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/duplicate",
    summary: "Duplicate a record",
    description:
      "Cells of unique fields are empty in the copy. 400 if one of these fields must not be empty.",
    scope: "record|create",
    // the response shows the content of the record
    tokenScope: "record|read",
    params: z.object({ tableId: TableId, recordId: RecordId }),
    query: AnswerKeyQuery,
    body: OwnPlace,
    response: created(DuplicatedRecord),
    tagged: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: async ([id = ""], { params, query, caller }) => {
      const { asCopy } = await import("#lib/data/write/duplicate-record");
      return asCopy(await replayRecord(params.tableId, id, query, caller));
    },
  },
  async ({ prefetched: record, loaded: schema, query, body, caller, setTag }) => {
    // loaded here: with the writer it exceeds what a function may load at its start
    const { duplicateRecord } = await import("#lib/data/write/duplicate-record");
    const { shown, item } = await duplicateRecord(schema, record, { ...query, order: placeIn(body) }, caller);
    setTag(records.tagOf(item));
    return shown;
  },
);
