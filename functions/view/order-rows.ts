import * as views from "#lib/data/schema/views";
import { orderRows } from "#lib/data/write/order-rows";
import { done, endpoint } from "#lib/http/endpoint";
import { RowsPlace } from "#lib/schemas/records/row-order";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/record-order",
    summary: "Move rows in a view",
    description:
      "Moves all of the rows next to another row, or none. The records do not change: no history entry, no new ETag, no event. If the anchor is one of the rows, its former place is the place: before it the other rows that stood there, then `recordIds` in their order, then the rest.",
    scope: "view|update",
    params: InView,
    body: RowsPlace,
    response: done,
    idempotent: true,
    prefetch: ({ params }) => views.get(params.tableId, params.viewId),
  },
  ({ prefetched: view, params, body, caller }) => orderRows(params.tableId, view, body, caller),
);
