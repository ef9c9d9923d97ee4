import * as z from "zod";
import * as tables from "#lib/data/tables/change-table";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableDbName } from "#lib/schemas/tables/table-details";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/db-table-name",
    summary: "Change the name of a table for programs",
    description: "It is unique in its base, whatever the case of its letters.",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableDbName,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.setDbName(table, body.dbTableName, caller),
);
