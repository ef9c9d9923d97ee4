import * as z from "zod";
import { removeSpace } from "#lib/data/spaces/remove-space";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}",
    summary: "Delete a space with all its bases",
    description: "All of it is gone at once; jobs clear what was in it.",
    scope: "space|delete",
    params: z.object({ spaceId: SpaceId }),
    response: done,
  },
  ({ space, caller }) => removeSpace(space, caller),
);
