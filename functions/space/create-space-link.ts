import * as z from "zod";
import { createLink } from "#lib/data/spaces/invitation-links";
import { created, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { InvitationLink, NewInvitationLink } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space/{spaceId}/invitation/link",
    summary: "Create an invitation link of a space",
    description:
      "Who opens `inviteUrl` and signs in or up can join with this role. The link works until it is deleted, for any number of people. It gives at most the role that the person who gave it still has.",
    scope: "space|invite_link",
    params: z.object({ spaceId: SpaceId }),
    body: NewInvitationLink,
    response: created(InvitationLink),
    idempotent: true,
  },
  ({ space, standing, caller, body }) =>
    createLink({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, body, caller, publicOrigin()),
);
