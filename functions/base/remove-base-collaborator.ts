import * as z from "zod";
import { removeMember } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Leaver } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/collaborators",
    summary: "Remove a member from a base, or leave it",
    description:
      "Any member may leave. Removing somebody else takes the role, and either takes the token, for base|update.",
    // leaving asks for a role only, but a token that was made for reading must not end a membership
    scope: "base|read",
    scopesOf: (_, { query, caller }) => (query.userId === caller.userId ? [] : ["base|update"]),
    tokenScope: "base|update",
    params: z.object({ baseId: BaseId }),
    query: Leaver,
    response: done,
  },
  ({ base, standing, caller, query }) =>
    removeMember({ place: `BASE#${base.id}`, standing, userId: caller.userId }, query.userId),
);
