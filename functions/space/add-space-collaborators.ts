import * as z from "zod";
import { addMembers } from "#lib/data/spaces/add-members";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { NewMembers } from "#lib/schemas/identity/collaborator";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space/{spaceId}/collaborator",
    summary: "Add people to a space by id",
    description:
      "Adds all of the people, or none. Only people who are already in a space or base with the caller; others are a 404, invite them by e-mail or by a link. Members keep the higher role.",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId }),
    body: NewMembers,
    response: done,
    idempotent: true,
  },
  ({ space, standing, caller, body }) =>
    addMembers({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, body, caller),
);
