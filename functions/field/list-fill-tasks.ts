import * as z from "zod";
import { showFills } from "#lib/data/ai/start-fill";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { FillTasks } from "#lib/schemas/tables/ai";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/field/task-status-collection",
    summary: "List what is being filled",
    description:
      "The fields and cells of the table that language models are filling now, what they wait for, and which cells were not filled without being asked, and why.",
    scope: "field|read",
    params: z.object({ tableId: TableId }),
    response: ok(FillTasks),
    load: ({ table }) => schemaOf(table),
  },
  ({ params, loaded: { fields } }) => showFills(params.tableId, fields),
);
