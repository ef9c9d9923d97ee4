import * as z from "zod";
import * as bases from "#lib/data/bases";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}",
    summary: "Delete a base with all its tables",
    scope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: done,
  },
  ({ base, caller }) => bases.remove(base, caller.now),
);
