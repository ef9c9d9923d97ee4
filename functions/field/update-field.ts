import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { updateField } from "#lib/data/tables/update-field";
import { done, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { FieldUpdate } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/field/{fieldId}",
    summary: "Change a field's name, description or options",
    description: "No record is written: all of them show their cells by what the field is now.",
    scope: "field|update",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldUpdate,
    response: done,
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  ({ loaded: schema, params, body, caller }) => updateField(schema, params.fieldId, body, caller),
);
