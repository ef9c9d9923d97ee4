import * as z from "zod";
import * as records from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { pressButton, replayPress } from "#lib/data/write/press-button";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { Pressed } from "#lib/schemas/records/button";
import { AnswerKeyQuery } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{fieldId}/button-click",
    summary: "Click a button in a record",
    description:
      "Adds one to the click count. Concurrent clicks all count, up to `maxCount`. 400 if the field is not a button, its workflow is not active, or `maxCount` is reached. `runId` identifies this click. No workflow runs yet.",
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId, fieldId: FieldId }),
    query: AnswerKeyQuery,
    response: created(Pressed),
    tagged: true,
    conditional: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: (ids, { params, query, caller }) => replayPress(ids, params, query.fieldKeyType, caller),
  },
  ({ prefetched: record, loaded: schema, params, query, ...call }) =>
    pressButton(
      { schema, record },
      { ...query, fieldId: params.fieldId, kind: "click", answer: (pressed) => pressed },
      call,
    ),
);
