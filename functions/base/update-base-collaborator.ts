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
    summary: "Change the role of a member of a base",
    description: "Who may open the base as a member of its space has his role there.",
    scope: "base|update",
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
