import * as z from "zod";
import { removeBase } from "#lib/data/spaces/remove-base";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}",
    summary: "Delete a base",
    description: "The base and its tables disappear at once. A job clears their content.",
    scope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: ok(Started),
  },
  async ({ base, caller }) => ({ jobId: await removeBase(base, caller) }),
);
