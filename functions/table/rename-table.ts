import * as z from "zod";
import * as tables from "#lib/data/tables/change-table";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableName } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/name",
    summary: "Rename a table",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableName,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.update(table, { name: body.name }, caller),
);
