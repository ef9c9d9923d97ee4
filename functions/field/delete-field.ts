import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { removeFields } from "#lib/data/tables/remove-fields";
import { endpoint, ok } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/field/{fieldId}",
    summary: "Delete a field",
    description:
      "The field disappears from the table and its views at once, and so does an `aiConfig` that names it as its source. With a link field goes the field of the other table that shows the same links; link fields that have their titles from a deleted field have them from the primary field. For 30 days it can be restored from the trash with its cells, a link field on both sides with its links; a link field whose relationship is being changed is not kept. The primary field cannot be deleted.",
    scope: "field|delete",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: ok(Started),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded, params, caller }) => ({
    jobId: await removeFields(loaded, (schema) => [fields.get(schema, params.fieldId)], caller),
  }),
);
