import { findView } from "#lib/data/schema/change-view";
import { disableShare } from "#lib/data/shares/share-view";
import { endpoint } from "#lib/http/endpoint";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view/{viewId}/disable-share",
    summary: "Stop sharing a view",
    description: "Its address opens nothing from now on: sharing it again makes another.",
    scope: "view|share",
    params: InView,
    response: { status: 201 },
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => disableShare(loaded, caller),
);
