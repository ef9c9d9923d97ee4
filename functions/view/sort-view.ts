import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { changedQuery } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewSort } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/sort",
    summary: "Set the sort of a view",
    scope: "view|update",
    params: InView,
    body: ViewSort,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body: { sort }, caller }) =>
    changeView(loaded, caller, ({ schema }) => changedQuery({ sort }, schema.fields)),
);
