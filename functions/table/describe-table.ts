import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableDescription } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/description",
    summary: "Describe a table, or take its description away",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableDescription,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.update(table, { description: body.description ?? undefined }, caller),
);
