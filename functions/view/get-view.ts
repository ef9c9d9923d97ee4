import * as z from "zod";
import * as views from "#lib/data/schema/views";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId, ViewId } from "#lib/schemas/basics/ids";
import { View } from "#lib/schemas/tables/view";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/view/{viewId}",
    summary: "Get a view",
    scope: "view|read",
    params: z.object({ tableId: TableId, viewId: ViewId }),
    response: ok(View),
    prefetch: ({ params }) => views.get(params.tableId, params.viewId),
  },
  ({ prefetched: view }) => views.show(view),
);
