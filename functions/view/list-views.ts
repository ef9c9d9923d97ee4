import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import * as views from "#lib/data/schema/views";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { View } from "#lib/schemas/tables/view";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/view",
    summary: "List the views of a table in their order",
    scope: "view|read",
    params: z.object({ tableId: TableId }),
    response: ok(z.array(View)),
    load: ({ table }) => schemaOf(table),
  },
  ({ loaded: schema }) => schema.views.map(views.show),
);
