import * as z from "zod";
import { schemaOf } from "#lib/data/table-schema";
import * as views from "#lib/data/views";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId, type ViewId } from "#lib/schemas/ids";
import { NewView, View } from "#lib/schemas/view";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/view",
    summary: "Create a view",
    scope: "view|create",
    params: z.object({ tableId: TableId }),
    body: NewView,
    response: created(View),
    idempotent: true,
    asNow: async ([id], { params }) => views.show(await views.get(params.tableId, id as ViewId)),
    load: ({ table }) => schemaOf(table),
    scopesOf: ({ enableShare }) => (enableShare ? ["view|share"] : []),
  },
  async ({ loaded: schema, body, caller }) => views.show(await views.create(schema, body, caller)),
);
