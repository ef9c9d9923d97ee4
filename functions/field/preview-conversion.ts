import * as z from "zod";
import { previewConversion } from "#lib/data/conversions/convert-field";
import { schemaOf } from "#lib/data/schema/table-schema";
import { makeAllowThere } from "#lib/http/authorize";
import { endpoint, ok } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { ConversionPreview, FieldConversion } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field/{fieldId}/convert/preview",
    summary: "Preview the conversion of a field",
    description:
      "Says how many cells the conversion would empty, with examples. Takes what the conversion takes, and writes nothing. All records are read.",
    scope: "field|update",
    // the answer shows cells
    tokenScope: "record|read",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldConversion,
    response: ok(ConversionPreview),
    load: ({ table }) => schemaOf(table),
  },
  ({ loaded: schema, params, body, caller, principal, table: { baseId }, standing }) =>
    previewConversion(schema, params.fieldId, body, caller, makeAllowThere(principal, { baseId, standing })),
);
