import { findView } from "#lib/data/schema/change-view";
import { enableShare } from "#lib/data/shares/share-view";
import { created, endpoint } from "#lib/http/endpoint";
import { InView, ShareAddress } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view/{viewId}/enable-share",
    summary: "Share a view",
    description:
      "Everyone with the link can open the view, as far as `shareMeta` allows: a form can be submitted, other views show their records. A view that was shared before keeps its `shareMeta` and password. Each column of a form gets `visible`: false for links, lookups, rollups, people and files, unless it says otherwise. Fields that are made later begin hidden.",
    scope: "view|share",
    params: InView,
    response: created(ShareAddress),
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => enableShare(loaded, caller),
);
