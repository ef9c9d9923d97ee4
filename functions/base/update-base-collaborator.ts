import * as z from "zod";
import { setRole } from "#lib/data/spaces/change-members";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { RoleChange } from "#lib/schemas/identity/collaborator";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/base/{baseId}/collaborators",
    summary: "Change the role of a base member",
    description:
      "The role of a member of the space is changed in the space. Any member may lower the own role. Changing another member needs the role for `base|update`. Both need a token with this scope.",
    scope: "base|read",
    scopesOf: ({ userId }, { caller }) => (userId === caller.userId ? [] : ["base|update"]),
    tokenScope: "base|update",
    params: z.object({ baseId: BaseId }),
    body: RoleChange,
    response: done,
    idempotent: true,
  },
  ({ base, standing, caller, body }) =>
    setRole(
      { place: `BASE#${base.id}`, standing, userId: caller.userId },
      body,
      keepAnswer(caller, undefined),
    ),
);
