import * as z from "zod";
import { removeTable } from "#lib/data/remove-table";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/ids";
import { Started } from "#lib/schemas/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}",
    summary: "Delete a table with all its records",
    description: "It is gone at once; a job clears what was in it.",
    scope: "table|delete",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(Started),
  },
  async ({ table, caller }) => ({ jobId: await removeTable(table, caller) }),
);
