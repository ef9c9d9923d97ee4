import * as z from "zod";
import { callEndpoint, type SentInside } from "#lib/http/kinds/call-endpoint";
import { cutTexts, fits } from "#lib/mcp/fit-answer";
import { defineTool, type ToolCall } from "#lib/mcp/tool";
import { invalid } from "#lib/schemas/basics/error";
import { Started } from "#lib/schemas/basics/started";
import { Aggregations } from "#lib/schemas/tables/aggregation";
import { ConversionPreview, ConvertedField, Field } from "#lib/schemas/tables/field";
import { inTable, writeKey } from "./arguments.ts";
import { findTableId, pickNamed, readFields } from "./places.ts";
import { writeHeaders } from "./writing.ts";

export const changeFieldsTool = defineTool(
  {
    name: "change_fields",
    title: "Change a field",
    description:
      "Changes one field of a table. create: makes `definition`, as in create_table. update: its name, description or options. convert: its type (`definition` with type and options); cells follow. delete: into the trash. preview: true says what convert and delete would do to cells, and writes nothing: ask for it first.",
    does: "destroy",
    scopes: [["field|create"], ["field|update"], ["field|delete"]],
  },
  z.strictObject({
    ...inTable,
    action: z.enum(["create", "update", "convert", "delete"]),
    field: z.string().max(255).optional().meta({ description: "Id or name; not for create." }),
    definition: z.looseObject({}).optional().meta({ description: "Not for delete." }),
    preview: z.boolean().optional(),
    key: writeKey,
  }),
  async ({ action, field, definition, preview, key, ...place }, call) => {
    const issues = [
      ...requireIf(action !== "create", "field", field),
      ...requireIf(action !== "delete", "definition", definition),
      ...(preview && (action === "create" || action === "update")
        ? [{ path: "preview", message: `must be left out: ${action} changes no cell` }]
        : []),
      ...(key !== undefined && action === "delete"
        ? [{ path: "key", message: "must be left out: a field is deleted once anyway" }]
        : []),
    ];
    if (issues.length > 0) throw invalid(issues);
    const params = await findTableId(place, call);
    const target =
      field === undefined ? undefined : pickNamed(await readFields(params, call), field, "field").id;
    const change = { params, fieldId: target ?? "", body: definition, headers: writeHeaders(key, call) };
    if (preview) return action === "delete" ? previewDeletion(change, call) : previewConversion(change, call);
    return actions[action](change, call);
  },
);

const requireIf = (isNeeded: boolean, path: string, value: unknown) => {
  if (isNeeded) return value === undefined ? [{ path, message: "is missing" }] : [];
  return value === undefined ? [] : [{ path, message: "must be left out for this action" }];
};

interface Change extends Pick<SentInside, "body" | "headers"> {
  params: { tableId: string };
  fieldId: string;
}

type Act = (change: Change, call: ToolCall) => Promise<object>;

const actions: Record<"create" | "update" | "convert" | "delete", Act> = {
  async create({ params, body, headers = {} }, call) {
    const { handler } = await import("#functions/field/create-field");
    const { id, name, type } = await callEndpoint(handler, Field, { params, body, headers }, call);
    return { created: { id, name, type } };
  },
  async update({ params, fieldId, body, headers = {} }, call) {
    const { handler } = await import("#functions/field/update-field");
    await callEndpoint(handler, z.unknown(), { params: { ...params, fieldId }, body, headers }, call);
    return { updated: { id: fieldId } };
  },
  async convert({ params, fieldId, body, headers = {} }, call) {
    const { handler } = await import("#functions/field/convert-field");
    const sent = { params: { ...params, fieldId }, body, headers };
    const { id, name, type } = await callEndpoint(handler, ConvertedField, sent, call);
    return { converted: { id, name, type } };
  },
  async delete({ params, fieldId, headers = {} }, call) {
    const { handler } = await import("#functions/field/delete-fields");
    const sent = { params, query: { "fieldIds[]": [fieldId] }, headers };
    await callEndpoint(handler, Started, sent, call);
    return { deleted: { id: fieldId } };
  },
};

const previewConversion: Act = async ({ params, fieldId, body }, call) => {
  const { handler } = await import("#functions/field/preview-conversion");
  const sent = { params: { ...params, fieldId }, body };
  const { records, cells, emptied, changed, examples, changedViews } = await callEndpoint(
    handler,
    ConversionPreview,
    sent,
    call,
  );
  const counts = { records, cells, emptied, changed };
  const preview = { ...counts, examples: cutTexts(examples, 200), ...(changedViews && { changedViews }) };
  return { preview: fits({ preview }) ? preview : counts };
};

const previewDeletion: Act = async ({ params, fieldId }, call) => {
  const { handler } = await import("#functions/aggregation/aggregate-records");
  const query = { "field[filled][]": [fieldId] };
  const { aggregations } = await callEndpoint(handler, Aggregations, { params, query }, call);
  return { preview: { cells: aggregations[0]?.value ?? null, note: "So many cells would go to the trash." } };
};
