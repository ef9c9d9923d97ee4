import * as z from "zod";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import * as fields from "#lib/data/schema/fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { Field } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/field/{fieldId}",
    summary: "Get a field",
    scope: "field|read",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: ok(Field),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, params, caller }) => {
    const show = await makeFieldPresenter(schema, caller);
    return show(fields.get(schema, params.fieldId));
  },
);
