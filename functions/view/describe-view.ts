import { changeView, findView } from "#lib/data/schema/change-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewDescription } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/description",
    summary: "Describe a view, or take its description away",
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
