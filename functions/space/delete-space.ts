import * as z from "zod";
import { trashSpace } from "#lib/data/trash/trash-space";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Trashed } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}",
    summary: "Delete a space",
    description:
      "The space and its bases disappear at once. They stay in the trash for 30 days and can be restored with the answer's `trashId`.",
    scope: "space|delete",
    params: z.object({ spaceId: SpaceId }),
    response: ok(Trashed),
  },
  async ({ space, caller }) => ({ trashId: await trashSpace(space, caller) }),
);
