import * as z from "zod";
import { readMembers, selectStrongest, showMembers } from "#lib/data/spaces/list-collaborators";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseCollaboratorQuery, CollaboratorPage } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/collaborators",
    summary: "List the members of a base",
    description:
      "Includes the members of its space. A member of both is listed once, with the stronger role.",
    scope: "base|read",
    params: z.object({ baseId: BaseId }),
    query: BaseCollaboratorQuery,
    response: ok(CollaboratorPage),
    load: ({ base }) => readMembers([`BASE#${base.id}`, `SPACE#${base.spaceId}`]),
  },
  ({ loaded: members, query, caller }) => showMembers(selectStrongest(members), query, caller),
);
