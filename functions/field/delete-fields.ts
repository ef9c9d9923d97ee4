import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { removeFields } from "#lib/data/tables/remove-fields";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";
import { FieldIdsQuery } from "#lib/schemas/tables/field";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/field",
    summary: "Delete fields",
    description:
      "Deletes all of the fields, or none. They disappear from the table and its views at once, and so does an `aiConfig` that names one as its source. Link fields go on both sides, as for deleteField. They can be restored together, as there.",
    scope: "field|delete",
    params: z.object({ tableId: TableId }),
    query: FieldIdsQuery,
    response: ok(Started),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded, query, caller }) => ({
    jobId: await removeFields(loaded, (schema) => fields.getMany(schema, query.fieldIds, "fieldIds"), caller),
  }),
);
