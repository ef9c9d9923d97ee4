import * as z from "zod";
import { previewConversion } from "#lib/data/conversions/preview-conversion";
import { schemaOf } from "#lib/data/schema/table-schema";
import { refuseUnknownPeople } from "#lib/data/tables/refuse-unknown-people";
import { makeAllowThere } from "#lib/http/authorize";
import { endpoint, ok } from "#lib/http/endpoint";
import { linkMaker } from "#lib/http/kinds/create-linked";
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
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    // the answer shows cells
    tokenScope: "record|read",
    whileStopped: true,
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldConversion,
    response: ok(ConversionPreview),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, params, body, caller, principal, table, standing }) => {
    const { baseId } = table;
    const { type, options } = body;
    const before = schema.fields.find(({ id }) => id === params.fieldId)?.options;
    await refuseUnknownPeople(table, [{ at: ["options"], type, options, before }]);
    const allow = makeAllowThere(principal, { baseId, standing });
    const makeLinked = body.createLinked
      ? linkMaker(caller, principal, { baseId, standing }, true)
      : undefined;
    return previewConversion(schema, params.fieldId, body, caller, allow, makeLinked);
  },
);
