import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Field, FieldCopy } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field/{fieldId}/duplicate",
    summary: "Duplicate a field",
    description: `Creates the same field with the same cells, in one commit: up to ${limits.recordsWithField} records with a cell, ${limits.recordsPerCall} with links. The copy of a link field is one-way. \`unique\` and \`notNull\` are not copied, and the copy is not the primary field.`,
    scope: "field|create",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldCopy,
    response: created(Field),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    replay: async ([id = ""], { params, caller }) =>
      fields.show(fields.get(await readSchema(params.tableId), id), caller.may),
  },
  async ({ loaded: schema, params, body, caller, principal, table, standing }) => {
    const { duplicateField } = await import("#lib/data/tables/duplicate-field");
    const allow = makeAllowThere(principal, { baseId: table.baseId, standing });
    return duplicateField(schema, params.fieldId, body, caller, allow);
  },
);
