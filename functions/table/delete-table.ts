import * as z from "zod";
import { removeTable } from "#lib/data/tables/remove-table";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { Trashed } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}",
    summary: "Delete a table",
    description:
      "The table and its records disappear at once. The table goes to the trash of its base and can be restored from there. Until then link fields of other tables that show its records have `hasError`: their cells can be read, not written.",
    scope: "table|delete",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(Trashed),
  },
  async ({ table, caller }) => ({ trashId: await removeTable(table, caller) }),
);
