import * as z from "zod";
import * as fields from "#lib/data/schema/fields";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";
import { FilterLinkRecords } from "#lib/schemas/records/record-titles";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/field/{fieldId}/filter-link-records",
    summary: "List the linked records that the filter of a link field names",
    description:
      "With their names, table by table. The list is empty: there are no link fields yet, and other fields have no filter.",
    scope: "record|read",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: ok(FilterLinkRecords),
    load: async ({ table, params }) => fields.get(await schemaOf(table), params.fieldId),
  },
  // the options of a link field can have a filter once there are link fields
  () => [],
);
