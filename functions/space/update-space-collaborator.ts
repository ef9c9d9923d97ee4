import * as z from "zod";
import { setRole } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { RoleChange } from "#lib/schemas/identity/collaborator";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/space/{spaceId}/collaborators",
    summary: "Change the role of a space member",
    description:
      "Any member may lower the own role, except the last owner of the space. Changing another member needs the role for `space|grant_role`. Both need a token with this scope.",
    scope: "space|read",
    scopesOf: ({ userId }, { caller }) => (userId === caller.userId ? [] : ["space|grant_role"]),
    tokenScope: "space|grant_role",
    params: z.object({ spaceId: SpaceId }),
    body: RoleChange,
    response: done,
    idempotent: true,
  },
  ({ space, standing, caller, body }) =>
    setRole(
      { place: `SPACE#${space.id}`, standing, userId: caller.userId },
      body,
      keepAnswer(caller, undefined),
    ),
);
