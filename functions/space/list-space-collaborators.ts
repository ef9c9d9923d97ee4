import * as z from "zod";
import { readMembers, showMembers } from "#lib/data/spaces/list-collaborators";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { CollaboratorPage, PageQuery } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/collaborators",
    summary: "List the members of a space",
    scope: "space|read",
    params: z.object({ spaceId: SpaceId }),
    query: PageQuery,
    response: ok(CollaboratorPage),
    load: ({ space }) => readMembers([`SPACE#${space.id}`]),
  },
  ({ loaded: members, query, caller }) => showMembers(members, query, caller),
);
