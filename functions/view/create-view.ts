import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { get, show } from "#lib/data/schema/views";
import { createView } from "#lib/data/tables/create-view";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId, type ViewId } from "#lib/schemas/basics/ids";
import { View } from "#lib/schemas/tables/view";
import { NewView } from "#lib/schemas/tables/view-changes";

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
    replay: async ([id], { params }) => show(await get(params.tableId, id as ViewId)),
    load: ({ table }) => schemaOf(table),
    scopesOf: ({ enableShare }) => (enableShare ? ["view|share"] : []),
  },
  async ({ loaded: schema, body, caller }) => show(await createView(schema, body, caller)),
);
