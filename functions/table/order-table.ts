import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TablePlace } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/order",
    summary: "Put a table before or after another",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TablePlace,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.move(table, body, caller),
);
