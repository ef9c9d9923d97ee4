import * as z from "zod";
import { roleMay } from "#lib/access/roles";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { placeScopes } from "#lib/schemas/identity/scopes";
import { Permission } from "#lib/schemas/tables/base";

/** Bases are created in spaces. */
const inBases = placeScopes.filter((scope) => !scope.startsWith("space|") && scope !== "base|create");

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/permission",
    summary: "Get what the caller may do in a base",
    description: "What his role allows and the token too.",
    scope: "base|read",
    params: z.object({ baseId: BaseId }),
    response: ok(Permission),
  },
  ({ standing, principal }) => {
    const may = inBases.map((scope) => [
      scope,
      roleMay(standing.role, scope) && principal.scopes.includes(scope),
    ]);
    return Object.fromEntries(may);
  },
);
