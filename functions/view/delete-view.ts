import { findView } from "#lib/data/schema/change-view";
import { removeView } from "#lib/data/tables/remove-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/view/{viewId}",
    summary: "Delete a view",
    description: "A table keeps its last view (400). If it was the default view, the next one is.",
    scope: "view|delete",
    params: InView,
    response: done,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => removeView(loaded, caller),
);
