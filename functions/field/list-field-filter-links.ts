import * as z from "zod";
import { listFieldFilterLinks } from "#lib/data/links/filtered-links";
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
      "With their titles, table by table. Records that are gone are left out, and so are those of tables that the caller may not read. Empty for other fields: they have no filter.",
    scope: "record|read",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: ok(FilterLinkRecords),
    load: ({ table }) => schemaOf(table),
  },
  ({ params, loaded: schema, caller }) =>
    listFieldFilterLinks(fields.get(schema, params.fieldId), schema, caller),
);
