import * as z from "zod";
import { invite } from "#lib/data/spaces/invite";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Invited, NewInvitations } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/invitation/email",
    summary: "Invite people into a base by e-mail",
    description:
      "All of them or none. Whose address is verified joins at once; for the others it waits 14 days. Who is a member already keeps the higher role. When it is accepted, an invitation gives no more than its inviter has by then. A few mails an hour go from one person to one address; more are left out without a word.",
    scope: "base|invite_email",
    params: z.object({ baseId: BaseId }),
    body: NewInvitations,
    response: created(Invited),
    idempotent: true,
  },
  ({ base, standing, caller, body }) =>
    invite({ place: `BASE#${base.id}`, standing, userId: caller.userId }, body, caller),
);
