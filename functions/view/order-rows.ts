import * as views from "#lib/data/schema/views";
import { orderRows } from "#lib/data/write/order-rows";
import { done, endpoint } from "#lib/http/endpoint";
import { RowsPlace } from "#lib/schemas/records/row-order";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/record-order",
    summary: "Put rows of a view beside another one: all of them, or none",
    description:
      "The records stay as they are: no history, no new ETag, no event. A row that is the anchor itself stays, too.",
    scope: "view|update",
    params: InView,
    body: RowsPlace,
    response: done,
    idempotent: true,
    prefetch: ({ params }) => views.get(params.tableId, params.viewId),
  },
  ({ prefetched: view, params, body, caller }) => orderRows(params.tableId, view, body, caller),
);
