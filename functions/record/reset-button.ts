import * as z from "zod";
import * as records from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { asReset, pressButton, replayPress } from "#lib/data/write/press-button";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { ResetButton } from "#lib/schemas/records/button";
import { AnswerKeyQuery } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{fieldId}/button-reset",
    summary: "Reset the count of a button",
    description:
      "Sets the click count to 0 and answers the record; `record` holds it once more. 400 if the field is not a button with `resetCount`.",
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId, fieldId: FieldId }),
    query: AnswerKeyQuery,
    response: created(ResetButton),
    tagged: true,
    conditional: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: async (ids, { params, query, caller }) =>
      asReset(await replayPress(ids, params, query.fieldKeyType, caller)),
  },
  ({ prefetched: record, loaded: schema, params, query, ...call }) =>
    pressButton(
      { schema, record },
      { ...query, fieldId: params.fieldId, kind: "reset", answer: asReset },
      call,
    ),
);
