import * as z from "zod";
import { removeBase } from "#lib/data/spaces/remove-base";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Started } from "#lib/schemas/basics/started";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}",
    summary: "Delete a base with all its tables",
    description: "It is gone at once; a job clears what was in it.",
    scope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: ok(Started),
  },
  async ({ base, caller }) => ({ jobId: await removeBase(base, caller) }),
);
