import * as z from "zod";
import * as records from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { pressButton, replayPress } from "#lib/data/write/press-button";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { Pressed } from "#lib/schemas/records/button";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{fieldId}/button-reset",
    summary: "Set the count of a button in a record back",
    description: "400 where the field is no button with `resetCount`.",
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId, fieldId: FieldId }),
    response: created(Pressed),
    tagged: true,
    conditional: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: (ids, { params, caller }) => replayPress(ids, params, caller),
  },
  ({ prefetched: record, loaded: schema, params, ...call }) =>
    pressButton({ schema, record }, { fieldId: params.fieldId, kind: "reset" }, call),
);
