import * as z from "zod";
import * as records from "#lib/data/records/records";
import { replayRecord } from "#lib/data/records/records-now";
import { schemaOf } from "#lib/data/schema/table-schema";
import { updateRecord } from "#lib/data/write/update-record";
import { endpoint, ok } from "#lib/http/endpoint";
import { linkMaker } from "#lib/http/kinds/create-linked";
import { RecordId, TableId } from "#lib/schemas/basics/ids";
import { Record } from "#lib/schemas/records/record";
import { RecordUpdate } from "#lib/schemas/records/record-changes";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/record/{recordId}",
    summary: "Update a record",
    description:
      "Only the cells in `record.fields` change; `null` empties a cell. With `If-Match`, a stale ETag changes nothing (412); a weak ETag (`W/`) counts like the strong one. With `typecast`, `me` in a user field means the caller.",
    scope: "record|update",
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId, recordId: RecordId }),
    body: RecordUpdate,
    response: ok(Record),
    tagged: true,
    conditional: true,
    idempotent: true,
    minimal: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: (_, { params, body, caller }) =>
      replayRecord(params.tableId, params.recordId, { ...body, records: [body.record] }, caller),
  },
  async ({ prefetched: record, loaded: schema, params, body, ...rest }) => {
    const { caller, principal, table, standing, expectTag, setTag } = rest;
    const here = { baseId: table.baseId, standing };
    const makeLinked = body.createLinked ? linkMaker(caller, principal, here) : undefined;
    const known = { schema, record };
    const decide = (now: typeof known) => {
      expectTag(records.tagOf(now.record));
      return { ...body, makeLinked };
    };
    const { shown, item } = await updateRecord(known, params.recordId, decide, caller);
    setTag(records.tagOf(item));
    return shown;
  },
);
