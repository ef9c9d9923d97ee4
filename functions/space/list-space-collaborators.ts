import * as z from "zod";
import { listIn } from "#lib/data/spaces/bases";
import { readMembers, showMembers } from "#lib/data/spaces/list-collaborators";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { CollaboratorPage, SpaceCollaboratorQuery } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/collaborators",
    summary: "List the members of a space",
    scope: "space|read",
    params: z.object({ spaceId: SpaceId }),
    query: SpaceCollaboratorQuery,
    response: ok(CollaboratorPage),
    load: async ({ space, query }) => {
      const bases = query.includeBase ? await listIn(space.id) : [];
      const places = bases.map(({ id }) => `BASE#${id}` as const);
      return { bases, members: await readMembers([`SPACE#${space.id}`, ...places]) };
    },
  },
  ({ loaded: { members, bases }, query, caller }) => showMembers(members, query, caller, bases),
);
