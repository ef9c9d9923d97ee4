import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { changedOptions } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewOptions } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/view/{viewId}/options",
    summary: "Update the options of a view",
    description: "The options depend on the type of the view.",
    scope: "view|update",
    params: InView,
    body: ViewOptions,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) =>
    changeView(loaded, caller, ({ schema, view }) => changedOptions(view, body.options, schema.fields)),
);
