import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewName } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/name",
    summary: "Rename a view",
    description: "Two views of a table may have the same name.",
    scope: "view|update",
    params: InView,
    body: ViewName,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => changeView(loaded, caller, () => ({ name: body.name })),
);
