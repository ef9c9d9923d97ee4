import { findView } from "#lib/data/schema/change-view";
import { get, show } from "#lib/data/schema/views";
import { duplicateView } from "#lib/data/tables/duplicate-view";
import { created, endpoint } from "#lib/http/endpoint";
import type { ViewId } from "#lib/schemas/basics/ids";
import { View } from "#lib/schemas/tables/view";
import { InView } from "#lib/schemas/tables/view-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view/{viewId}/duplicate",
    summary: "Duplicate a view",
    description:
      "The copy is not shared and not locked, has no manual row order, and comes last. A copy of a plugin view installs the plugin again, so the caller must be able to use the plugin.",
    scope: "view|create",
    // the response shows the content of the view
    tokenScope: "view|read",
    params: InView,
    response: created(View),
    idempotent: true,
    replay: async ([id], { params }) => show(await get(params.tableId, id as ViewId)),
    load: ({ table, params }) => findView(table, params.viewId),
  },
  async ({ loaded, caller }) => show(await duplicateView(loaded, caller)),
);
