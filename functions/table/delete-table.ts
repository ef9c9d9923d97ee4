import * as z from "zod";
import * as tables from "#lib/data/tables";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}",
    summary: "Delete a table with all its records",
    scope: "table|delete",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: done,
  },
  ({ table, caller }) => tables.remove(table, caller.now),
);
