import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown } from "#lib/mcp/fit-answer";
import { defineTool } from "#lib/mcp/tool";
import { limits } from "#lib/schemas/basics/limits";
import { Table } from "#lib/schemas/tables/table";
import { inBase, writeKey } from "./arguments.ts";
import { findBaseId } from "./places.ts";
import { writeHeaders } from "./writing.ts";

export const createTableTool = defineTool(
  {
    name: "create_table",
    title: "Create a table",
    description:
      'Creates a table with its fields, without records. A field: {"name", "type", "options"}. Types: singleLineText, longText, number, date, checkbox, singleSelect and multipleSelect (options.choices: [{"name"}]), user, link (options.foreignTableId, options.relationship: manyMany, oneMany, manyOne, oneOne), formula (options.expression), rating, attachment.',
    does: "write",
    scopes: [["table|create"]],
  },
  z.strictObject({
    ...inBase,
    name: z.string().min(1).max(limits.nameLength),
    description: z.string().max(5000).optional(),
    fields: z
      .array(z.looseObject({ name: z.string(), type: z.string() }))
      .min(1)
      .max(limits.fieldsPerTable)
      .meta({ description: "The first one is the primary field: the name of each record." }),
    key: writeKey,
  }),
  async ({ base, key, ...table }, call) => {
    const baseId = await findBaseId(base, call);
    const { handler } = await import("#functions/table/create-table");
    const sent = { params: { baseId }, body: { ...table, records: [] }, headers: writeHeaders(key, call) };
    const { id, name, fields } = await callEndpoint(handler, Table, sent, call);
    const made = fields.map(({ id, name, type }) => ({ id, name, type }));
    return { table: { id, name, fields: made.slice(0, countShown(made, { id, name })) } };
  },
);
