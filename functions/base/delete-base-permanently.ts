import * as z from "zod";
import { removeBase } from "#lib/data/spaces/remove-base";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/permanent",
    summary: "Delete a base permanently",
    description:
      "Only owners of the base or its space may. The base and its tables disappear at once and cannot be restored. A job clears their content.",
    // what only owners may
    scope: "space|delete",
    tokenScope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: ok(Started),
  },
  async ({ base, caller }) => ({ jobId: await removeBase(base, caller) }),
);
