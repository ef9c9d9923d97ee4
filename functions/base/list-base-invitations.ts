import * as z from "zod";
import { readInvitations, showInvitations } from "#lib/data/spaces/waiting-invitations";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { PageQuery } from "#lib/schemas/identity/collaborator";
import { InvitationPage } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/invitation/email",
    summary: "List the invitations into a base that still wait",
    scope: "base|invite_email",
    params: z.object({ baseId: BaseId }),
    query: PageQuery,
    response: ok(InvitationPage),
    load: ({ base, query }) => readInvitations(`BASE#${base.id}`, query),
  },
  ({ loaded, caller }) => showInvitations(loaded, caller.now),
);
