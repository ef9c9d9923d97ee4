import * as z from "zod";
import { roleMay } from "#lib/access/roles";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { placeScopes } from "#lib/schemas/identity/scopes";
import { TablePermission } from "#lib/schemas/tables/table-details";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/table/{tableId}/permission",
    summary: "Get the caller's permissions in a table",
    description: "A permission needs both the role of the caller and the scope of the token.",
    scope: "table|read",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    response: ok(TablePermission),
  },
  ({ standing, principal }) => {
    const about = (resource: string) =>
      Object.fromEntries(
        placeScopes
          .filter((scope) => scope.startsWith(`${resource}|`))
          .map((scope) => [scope, roleMay(standing.role, scope) && principal.scopes.includes(scope)]),
      );
    return { table: about("table"), view: about("view"), record: about("record"), field: about("field") };
  },
);
