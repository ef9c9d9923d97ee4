import * as z from "zod";
import { cancelInvitation } from "#lib/data/spaces/waiting-invitations";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, InvitationId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/invitation/email/{invitationId}",
    summary: "Take back an invitation that waits",
    scope: "base|invite_email",
    params: z.object({ baseId: BaseId, invitationId: InvitationId }),
    response: done,
  },
  ({ base, standing, caller, params }) =>
    cancelInvitation(
      { place: `BASE#${base.id}`, standing, userId: caller.userId },
      params.invitationId,
      caller.now,
    ),
);
