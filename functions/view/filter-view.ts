import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { changedQuery } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewFilter } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/filter",
    summary: "Set the filter of a view",
    description:
      "An item that does not fit its field is a 400. Items that no longer fit because the field changed later are left out.",
    scope: "view|update",
    params: InView,
    body: ViewFilter,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body: { filter }, caller }) =>
    changeView(loaded, caller, ({ schema }) => changedQuery({ filter }, schema.fields)),
);
