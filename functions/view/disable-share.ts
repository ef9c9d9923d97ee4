import { findView } from "#lib/data/schema/change-view";
import { disableShare } from "#lib/data/shares/share-view";
import { endpoint } from "#lib/http/endpoint";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view/{viewId}/disable-share",
    summary: "Stop sharing a view",
    description:
      "The share link stops working at once. Sharing the view again makes another link and keeps `shareMeta` and the password.",
    scope: "view|share",
    whileStopped: true,
    params: InView,
    response: { status: 201 },
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => disableShare(loaded, caller),
);
