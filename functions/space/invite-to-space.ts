import * as z from "zod";
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
      "All of them or none. Whose address is verified joins at once; for the others it waits 14 days. Who is a member already keeps the higher role. When it is accepted, an invitation gives no more than its inviter has by then. A few mails an hour go from one person to one address; more are left out without a word.",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId }),
    body: NewInvitations,
    response: created(Invited),
    idempotent: true,
  },
  ({ space, standing, caller, body }) =>
    invite({ place: `SPACE#${space.id}`, standing, userId: caller.userId }, body, caller),
);
