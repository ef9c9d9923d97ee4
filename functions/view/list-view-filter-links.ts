import { listFilterLinks } from "#lib/data/links/filtered-links";
import { schemaOf } from "#lib/data/schema/table-schema";
import * as views from "#lib/data/schema/views";
import { endpoint, ok } from "#lib/http/endpoint";
import { FilterLinkRecords } from "#lib/schemas/records/record-titles";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/view/{viewId}/filter-link-records",
    summary: "List the linked records that the filter of a view names",
    description:
      "With their titles, table by table. Records that are gone are left out, and so are those of tables that the caller may not read.",
    scope: "record|read",
    params: InView,
    response: ok(FilterLinkRecords),
    prefetch: ({ params }) => views.get(params.tableId, params.viewId),
    load: ({ table }) => schemaOf(table),
  },
  ({ prefetched: view, loaded: { fields }, table: here, caller }) =>
    listFilterLinks(view.filter, { fields, here }, caller),
);
