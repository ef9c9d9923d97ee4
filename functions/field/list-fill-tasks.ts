import * as z from "zod";
import { showFills } from "#lib/data/ai/start-fill";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { FillTasks } from "#lib/schemas/tables/ai";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/field/task-status-collection",
    summary: "List what is being filled",
    description: "The fields and cells of the table that language models are filling now.",
    scope: "field|read",
    params: z.object({ tableId: TableId }),
    response: ok(FillTasks),
  },
  ({ params }) => showFills(params.tableId),
);
