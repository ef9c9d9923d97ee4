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
      "With their names, table by table. The list is empty: only filters of link fields name records, and there are no link fields yet.",
    scope: "record|read",
    params: InView,
    response: ok(FilterLinkRecords),
    prefetch: ({ params }) => views.get(params.tableId, params.viewId),
  },
  // a filter can name records once there are link fields
  () => [],
);
