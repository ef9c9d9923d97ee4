import * as z from "zod";
import * as tables from "#lib/data/tables/change-table";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { TableIcon } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/table/{tableId}/icon",
    summary: "Set or remove the icon of a table",
    scope: "table|update",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableIcon,
    response: done,
    idempotent: true,
  },
  ({ table, body, caller }) => tables.update(table, { icon: body.icon ?? undefined }, caller),
);
