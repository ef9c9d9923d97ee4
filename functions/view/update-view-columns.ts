import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { changedColumns } from "#lib/engine/views/view-changes";
import { done, endpoint } from "#lib/http/endpoint";
import { ColumnChanges, InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/column-meta",
    summary: "Update the columns of a view",
    description:
      "Grids and views of plugins hide a field by `hidden: true`, forms by `visible: false`. Kanban, gallery and calendar show only fields with `visible: true`; if there is none, all that are not hidden. Hiding the primary field is a 400, except in views that may hide it.",
    scope: "view|update",
    params: InView,
    body: ColumnChanges,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) =>
    changeView(loaded, caller, ({ schema, view }) => changedColumns(view, body, schema.fields)),
);
