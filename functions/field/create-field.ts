import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { createField } from "#lib/data/tables/create-field";
import { refuseUnknownPeople } from "#lib/data/tables/refuse-unknown-people";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { AddedField, Field } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field",
    summary: "Create a field",
    description:
      "Every view gets the field. Existing records have an empty cell in it, whatever its default value. `notNull` is a 400 if the table has a record. A link field links to records of a table of any base where you have a role. Unless it is one-way, the other table gets a field that shows the same links, which needs `field|create` there; a one-way link needs `record|read`.",
    scope: "field|create",
    params: z.object({ tableId: TableId }),
    body: AddedField,
    response: created(Field),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    replay: async ([id = ""], { params, caller }) =>
      fields.show(fields.get(await readSchema(params.tableId), id), caller.may),
  },
  async ({ loaded: schema, body, caller, principal, table, standing }) => {
    await refuseUnknownPeople(table, [{ at: ["options"], type: body.type, options: body.options }]);
    return createField(schema, body, caller, makeAllowThere(principal, { baseId: table.baseId, standing }));
  },
);
