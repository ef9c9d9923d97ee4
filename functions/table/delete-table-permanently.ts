import * as z from "zod";
import { findToRemove, removeForGood } from "#lib/data/tables/remove-table";
import { endpoint, ok } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/table/{tableId}/permanent",
    summary: "Delete a table for good, also one that is in the trash",
    description: "It is gone at once and cannot be brought back; a job clears what was in it.",
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
