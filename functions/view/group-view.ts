import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { changedQuery } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewGroup } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/group",
    summary: "Set the grouping of a view",
    scope: "view|update",
    params: InView,
    body: ViewGroup,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body: { group }, caller }) =>
    changeView(loaded, caller, ({ schema }) => changedQuery({ group }, schema.fields)),
);
