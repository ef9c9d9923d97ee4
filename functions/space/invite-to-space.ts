import * as z from "zod";
import { withLimits } from "#lib/data/identity/seen-limits";
import { invite } from "#lib/data/spaces/invite";
import { created, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Invited, NewInvitations } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space/{spaceId}/invitation/email",
    summary: "Invite people into a space by e-mail",
    description:
      "Invites all of the people, or none. A person with a verified address joins at once; other invitations wait for 14 days. Members keep the higher role. When accepted, an invitation gives at most the role that its inviter has at that time. At most a few mails per hour go from one user to one address; further mails are dropped silently.",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId }),
    body: NewInvitations,
    response: created(Invited),
    around: withLimits,
    idempotent: true,
  },
  ({ space, standing, caller, body }) =>
    invite({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, body, caller),
);
