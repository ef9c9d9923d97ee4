import * as z from "zod";
import { findToRemove, removeForGood } from "#lib/data/tables/remove-table";
import { deletedPlaceEndpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = deletedPlaceEndpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}/permanent",
    summary: "Delete a table permanently",
    description:
      "Also for a table in the trash. The table disappears at once and cannot be restored. A job clears its content. Link fields of other tables that show its records become text: the titles.",
    scope: "table|delete",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(Started),
    prefetch: ({ params }) => findToRemove(params.baseId, params.tableId),
    placeOf: (table) => table,
  },
  async ({ prefetched: table, params, caller }) => {
    if (!table) throw notFound("table", params.tableId);
    return { jobId: await removeForGood(table, caller) };
  },
);
