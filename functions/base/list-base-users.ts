import * as z from "zod";
import { readMembers, showUsers } from "#lib/data/spaces/list-collaborators";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseUserQuery, BaseUsers } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/collaborators/users",
    summary: "List the people who can open a base",
    description: "The members of the base and of its space, each once, without their roles.",
    scope: "record|read",
    params: z.object({ baseId: BaseId }),
    query: BaseUserQuery,
    response: ok(BaseUsers),
    load: ({ base }) => readMembers([`BASE#${base.id}`, `SPACE#${base.spaceId}`]),
  },
  ({ loaded: members, query, caller }) => showUsers(members, query, caller),
);
