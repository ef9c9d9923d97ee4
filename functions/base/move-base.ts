import * as z from "zod";
import { reaches } from "#lib/access/principal";
import { roleMay } from "#lib/access/roles";
import { roleAt } from "#lib/data/spaces/members";
import { moveBase } from "#lib/data/tables/move-base";
import { done, endpoint } from "#lib/http/endpoint";
import { AppError, notFound } from "#lib/schemas/basics/error";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseMove } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/base/{baseId}/move",
    summary: "Move a base to another space",
    description:
      "For owners and creators of both spaces; being a member of the base only is not enough. Members of the base itself stay; from now on the members of the other space open it too, and those of its former space do not. Notifications that people have already received stay with them.",
    scope: "base|update",
    scopesOf: () => ["base|create"],
    params: z.object({ baseId: BaseId }),
    body: BaseMove,
    response: done,
    idempotent: true,
    load: ({ base, userId }) => roleAt(`SPACE#${base.spaceId}`, userId),
  },
  async ({ base, loaded: former, body: { spaceId }, principal, caller }) => {
    const present = await roleAt(`SPACE#${spaceId}`, principal.userId);
    if (!present || !reaches(principal, spaceId)) throw notFound("space", spaceId);
    const mayLeave = former && roleMay(former, "base|create") && reaches(principal, base.spaceId);
    if (!mayLeave || !roleMay(present, "base|create"))
      throw new AppError(
        "restricted_resource",
        "Only an owner or creator of both spaces may move a base from one to the other",
      );
    await moveBase(base, spaceId, caller);
  },
);
