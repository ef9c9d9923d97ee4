import * as z from "zod";
import { removeLink } from "#lib/data/spaces/invitation-links";
import { done, endpoint } from "#lib/http/endpoint";
import { InvitationId, SpaceId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/space/{spaceId}/invitation/link/{linkId}",
    summary: "Delete an invitation link",
    description: "Who joined by it stays a member.",
    scope: "space|invite_link",
    params: z.object({ spaceId: SpaceId, linkId: InvitationId }),
    response: done,
  },
  ({ space, standing, caller, params }) =>
    removeLink({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, params.linkId),
);
