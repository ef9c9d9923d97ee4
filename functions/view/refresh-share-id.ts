import { findView } from "#lib/data/schema/change-view";
import { refreshShareId } from "#lib/data/shares/share-view";
import { created, endpoint } from "#lib/http/endpoint";
import { InView, ShareAddress } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view/{viewId}/refresh-share-id",
    summary: "Replace the share link of a view",
    description: "The previous link stops working at once.",
    scope: "view|share",
    whileStopped: true,
    params: InView,
    response: created(ShareAddress),
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => refreshShareId(loaded, caller),
);
