import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { DuplicatedField, FieldCopy } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field/{fieldId}/duplicate",
    summary: "Duplicate a field",
    description: `Creates the same field with the same cells, in one commit: up to ${limits.recordsWithField} records with a cell, ${limits.recordsPerCall} with links. For more, a job copies them: the answer has its \`jobId\`, and the field is \`isPending\` until all cells are there; if the job fails, the field is deleted. Each record then has a value that its cell had after the call; records made meanwhile have none, and a cell that is written into the copy meanwhile stays. The copy of a link field is one-way. \`unique\` and \`notNull\` are not copied, and the copy is not the primary field.`,
    scope: "field|create",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldCopy,
    response: created(DuplicatedField),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    replay: async ([id = ""], { params, caller }) => {
      const field = fields.get(await readSchema(params.tableId), id);
      return { ...fields.show(field, caller.may), ...(field.copying && { jobId: field.copying }) };
    },
  },
  async ({ loaded: schema, params, body, caller, principal, table, standing }) => {
    const { duplicateField } = await import("#lib/data/copies/duplicate-field");
    const allow = makeAllowThere(principal, { baseId: table.baseId, standing });
    return duplicateField(schema, params.fieldId, body, caller, allow);
  },
);
