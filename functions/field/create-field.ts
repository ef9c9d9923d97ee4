import * as z from "zod";
import { createField } from "#lib/data/create-field";
import * as fields from "#lib/data/fields";
import { schemaOf } from "#lib/data/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { AddedField, Field } from "#lib/schemas/field";
import { TableId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field",
    summary: "Create a field",
    description:
      "It joins every view. Its cells in records that are there are empty, whatever its default value.",
    scope: "field|create",
    params: z.object({ tableId: TableId }),
    body: AddedField,
    response: created(Field),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => fields.show(await createField(schema, body), caller.may),
);
