import * as z from "zod";
import { removeMember } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Leaver } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/collaborators",
    summary: "Remove a base member, or leave a base",
    description:
      "Any member may leave. Removing another member needs the role for `base|update`. Both need a token with this scope.",
    // every role may leave, but a token that may only read must not end a membership
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
