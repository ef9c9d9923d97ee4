import { findView } from "#lib/data/schema/change-view";
import { moveView } from "#lib/data/tables/move-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewPlace } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/order",
    summary: "Put a view before or after another",
    scope: "view|update",
    params: InView,
    body: ViewPlace,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => moveView(loaded, body, caller),
);
