import * as z from "zod";
import { removeSpace } from "#lib/data/spaces/remove-space";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/permanent",
    summary: "Delete a space permanently",
    description: "The space and its bases disappear at once. Jobs clear their content.",
    scope: "space|delete",
    params: z.object({ spaceId: SpaceId }),
    response: done,
  },
  ({ space, caller }) => removeSpace(space, caller),
);
