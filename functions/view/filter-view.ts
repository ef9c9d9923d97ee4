import { changeView, findView } from "#lib/data/schema/change-view";
import { changedQuery } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewFilter } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/filter",
    summary: "Filter the records of a view",
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
