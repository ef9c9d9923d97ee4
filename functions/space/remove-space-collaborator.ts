import * as z from "zod";
import { removeMember } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Leaver } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/collaborators",
    summary: "Remove a space member, or leave a space",
    description:
      "Any member may leave, except the last owner. Removing another member needs the role for `space|grant_role`. Both need a token with this scope.",
    // every role may leave, but a token that may only read must not end a membership
    scope: "space|read",
    scopesOf: (_, { query, caller }) => (query.userId === caller.userId ? [] : ["space|grant_role"]),
    tokenScope: "space|grant_role",
    params: z.object({ spaceId: SpaceId }),
    query: Leaver,
    response: done,
  },
  ({ space, standing, caller, query }) =>
    removeMember({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, query.userId),
);
