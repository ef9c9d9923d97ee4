import * as z from "zod";
import { cancelInvitation } from "#lib/data/spaces/waiting-invitations";
import { done, endpoint } from "#lib/http/endpoint";
import { InvitationId, SpaceId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/invitation/email/{invitationId}",
    summary: "Take back an invitation that waits",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId, invitationId: InvitationId }),
    response: done,
  },
  ({ space, standing, caller, params }) =>
    cancelInvitation(
      { place: `SPACE#${space.id}`, standing, userId: caller.userId },
      params.invitationId,
      caller.now,
    ),
);
