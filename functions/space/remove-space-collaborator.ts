import * as z from "zod";
import { removeMember } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Leaver } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/collaborators",
    summary: "Remove a member from a space, or leave it",
    description:
      "Any member may leave; the last owner of a space may not. Removing somebody else takes the role, and either takes the token, for space|grant_role.",
    // leaving asks for a role only, but a token that was made for reading must not end a membership
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
