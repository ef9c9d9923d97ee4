import * as z from "zod";
import { addMembers } from "#lib/data/spaces/add-members";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { NewMembers } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/collaborator",
    summary: "Add people to a base by id",
    description:
      "Adds all of the people, or none. Only people who are already in a space or base with the caller; others are a 404, invite them by e-mail or by a link. Members keep the higher role.",
    scope: "base|invite_email",
    params: z.object({ baseId: BaseId }),
    body: NewMembers,
    response: done,
    idempotent: true,
  },
  ({ base, standing, caller, body }) =>
    addMembers({ place: `BASE#${base.id}`, standing, userId: caller.userId }, body, caller),
);
