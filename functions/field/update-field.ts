import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { refuseUnknownPeople } from "#lib/data/tables/refuse-unknown-people";
import { updateField } from "#lib/data/tables/update-field";
import { makeAllowThere } from "#lib/http/authorize";
import { done, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { FieldUpdate } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/field/{fieldId}",
    summary: "Update a field",
    description:
      "Changes the name, description or options. No record is written: all records show their cells according to the new definition. Filters in views follow renamed choices. Of a link field the options that choose records and titles can be changed, with `record|read` at the other table; new titles are written by a job, and the field is `isPending` meanwhile. So it is while `relationship` or `isOneWay` change: links that fit are kept, a symmetric field is made (with `field|create` at the other table) or deleted, and writing its cells, deleting linked records and restoring records of both tables is a 409.",
    scope: "field|update",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldUpdate,
    response: done,
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, params, body, caller, principal, table, standing }) => {
    const { baseId } = table;
    const { type, options: before } = schema.fields.find(({ id }) => id === params.fieldId) ?? {};
    await refuseUnknownPeople(table, [{ at: ["options"], type, options: body.options, before }]);
    await updateField(schema, params.fieldId, body, caller, makeAllowThere(principal, { baseId, standing }));
  },
);
