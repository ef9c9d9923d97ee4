import { findView } from "#lib/data/schema/change-view";
import { lockView } from "#lib/data/tables/change-view";
import { done, endpoint } from "#lib/http/endpoint";
import { InView, ViewLock } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/view/{viewId}/locked",
    summary: "Lock or unlock a view",
    description: "A locked view cannot be changed or deleted (403).",
    scope: "view|update",
    params: InView,
    body: ViewLock,
    response: done,
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, body, caller }) => lockView(loaded, body.isLocked, caller),
);
