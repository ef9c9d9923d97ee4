import { findView, lockView } from "#lib/data/schema/change-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewLock } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/locked",
    summary: "Lock a view, or unlock it",
    description: "Of a locked view nothing can be changed, and it cannot be deleted (403).",
    scope: "view|update",
    params: InView,
    body: ViewLock,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => lockView(loaded, body.isLocked, caller),
);
