import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { done, endpoint } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { ClearBody } from "#lib/schemas/selections/selection";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/selection/clear",
    summary: "Clear cells",
    description:
      "Empties all of the selected cells, or none. Computed cells stay. A cell that must not be empty is a 400.",
    scope: "record|update",
    params: z.object({ tableId: TableId }),
    body: ClearBody,
    response: done,
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => {
    const { clearCells } = await import("#lib/data/write/clear-cells");
    return clearCells(schema, body, caller);
  },
);
