import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableHead } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/table/{tableId}",
    summary: "Get a table without what is in it",
    scope: "table|read",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(TableHead),
  },
  ({ table }) => tables.head(table),
);
