import * as z from "zod";
import * as tables from "#lib/data/tables/change-table";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TablePlace } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/order",
    summary: "Move a table",
    description: "Places the table before or after another table of the base.",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TablePlace,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.move(table, body, caller),
);
