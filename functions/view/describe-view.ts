import { findView } from "#lib/data/schema/change-view";
import { changeView } from "#lib/data/tables/change-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewDescription } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/description",
    summary: "Set or remove the description of a view",
    scope: "view|update",
    params: InView,
    body: ViewDescription,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) =>
    changeView(loaded, caller, () => ({ description: body.description || undefined })),
);
