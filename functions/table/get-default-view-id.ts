import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId, ViewId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/table/{tableId}/default-view-id",
    summary: "Get the id of a table's first view",
    scope: "table|read",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(z.object({ id: ViewId })),
  },
  ({ table }) => ({ id: table.defaultViewId }),
);
