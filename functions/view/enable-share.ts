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
      "Whoever has the address may open it, as far as shareMeta says; a form can be submitted, others show their records.",
    scope: "view|share",
    params: InView,
    response: created(ShareAddress),
    idempotent: true,
    load: ({ table, params }) => findView(table, params.viewId),
  },
  ({ loaded, caller }) => enableShare(loaded, caller),
);
