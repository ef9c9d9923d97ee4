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
    summary: "Create a copy of a view",
    description: "It is not shared, not locked, and comes after the others.",
    scope: "view|create",
    // what it is like is answered
    tokenScope: "view|read",
    params: InView,
    response: created(View),
    idempotent: true,
    replay: async ([id], { params }) => show(await get(params.tableId, id as ViewId)),
    load: ({ table, params }) => findView(table, params.viewId),
  },
  async ({ loaded, caller }) => show(await duplicateView(loaded, caller)),
);
