import * as z from "zod";
import { removeLink } from "#lib/data/spaces/invitation-links";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, InvitationId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/invitation/link/{linkId}",
    summary: "Delete an invitation link",
    description: "Who joined by it stays a member.",
    scope: "base|invite_link",
    params: z.object({ baseId: BaseId, linkId: InvitationId }),
    response: done,
  },
  ({ base, standing, caller, params }) =>
    removeLink({ place: `BASE#${base.id}`, standing, userId: caller.userId }, params.linkId),
);
