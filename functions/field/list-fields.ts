import * as z from "zod";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import * as fields from "#lib/data/schema/fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { Field, FieldListQuery } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/field",
    summary: "List the fields of a table",
    description: "With `viewId`, the fields are in the column order of the view.",
    scope: "field|read",
    params: z.object({ tableId: TableId }),
    query: FieldListQuery,
    response: ok(z.array(Field)),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) => {
    const show = await makeFieldPresenter(schema, caller);
    return fields.list(schema, query).map(show);
  },
);
