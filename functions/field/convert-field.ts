import * as z from "zod";
import { convertField } from "#lib/data/conversions/convert-field";
import { schemaOf } from "#lib/data/schema/table-schema";
import { refuseUnknownPeople } from "#lib/data/tables/refuse-unknown-people";
import { makeAllowThere } from "#lib/http/authorize";
import { endpoint, ok } from "#lib/http/endpoint";
import { linkMaker } from "#lib/http/kinds/create-linked";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { ConvertedField, FieldConversion } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/field/{fieldId}/convert",
    summary: "Convert a field",
    description:
      "Changes the type of a field, its options, `unique` or `notNull`. All records show the converted cells at once, whatever the size of the table: the text of each cell is read as `typecast` reads it. Texts become choices unless `preventAutoNewOptions` is set, names and addresses become members of the base, and what the new type cannot hold becomes empty: ask for a preview first. A field that was computed keeps the cells that it shows. A link field loses its links, and the field of the other table that shows them; titles stay. A field that becomes a link field links the records with the titles that its cells name, in a table of up to 1,000 records, and makes those of new titles with `createLinked`; so does a link field that gets another `foreignTableId`, by the titles of its links. Filters, sorts and groups of views lose what they can no longer mean, for example `contains` of a number; a share ends if its view would show more records then, and `endedShares` names the view.",
    scope: "field|update",
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldConversion,
    response: ok(ConvertedField),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, params, body, caller, principal, table, standing }) => {
    const { baseId } = table;
    const { type, options } = body;
    const before = schema.fields.find(({ id }) => id === params.fieldId)?.options;
    await refuseUnknownPeople(table, [{ at: ["options"], type, options, before }]);
    return convertField(
      schema,
      params.fieldId,
      body,
      caller,
      makeAllowThere(principal, { baseId, standing }),
      body.createLinked ? linkMaker(caller, principal, { baseId, standing }) : undefined,
    );
  },
);
