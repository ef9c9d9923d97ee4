import * as z from "zod";
import { removeTable } from "#lib/data/tables/remove-table";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { Trashed } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}",
    summary: "Delete a table with all its records",
    description: "It is gone at once, and lies in the trash of its base, from where it can be brought back.",
    scope: "table|delete",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(Trashed),
  },
  async ({ table, caller }) => ({ trashId: await removeTable(table, caller) }),
);
