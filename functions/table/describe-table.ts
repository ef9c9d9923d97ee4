import * as z from "zod";
import * as tables from "#lib/data/tables/change-table";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableDescription } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/description",
    summary: "Set or remove the description of a table",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableDescription,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.update(table, { description: body.description ?? undefined }, caller),
);
