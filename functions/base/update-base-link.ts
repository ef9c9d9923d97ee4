import * as z from "zod";
import { setLinkRole } from "#lib/data/spaces/invitation-links";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, InvitationId } from "#lib/schemas/basics/ids";
import { InvitationLinkRole, NewInvitationLink } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/base/{baseId}/invitation/link/{linkId}",
    summary: "Change the role that an invitation link gives",
    description: "Neither the old nor the new role may be above the caller's own.",
    scope: "base|invite_link",
    params: z.object({ baseId: BaseId, linkId: InvitationId }),
    body: NewInvitationLink,
    response: ok(InvitationLinkRole),
    idempotent: true,
  },
  ({ base, standing, caller, params, body }) =>
    setLinkRole({ place: `BASE#${base.id}`, standing, userId: caller.userId }, params.linkId, body, caller),
);
