import * as z from "zod";
import { trashBase } from "#lib/data/trash/trash-base";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Trashed } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}",
    summary: "Delete a base",
    description:
      "The base and its tables disappear at once. They stay in the trash for 30 days and can be restored with the answer's `trashId`.",
    scope: "base|delete",
    params: z.object({ baseId: BaseId }),
    response: ok(Trashed),
  },
  async ({ base, caller }) => ({ trashId: await trashBase(base, caller) }),
);
