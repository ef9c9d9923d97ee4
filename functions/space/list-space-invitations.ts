import * as z from "zod";
import { readInvitations, showInvitations } from "#lib/data/spaces/waiting-invitations";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { PageQuery } from "#lib/schemas/identity/collaborator";
import { InvitationPage } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/invitation/email",
    summary: "List the invitations into a space that still wait",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId }),
    query: PageQuery,
    response: ok(InvitationPage),
    load: ({ space, query }) => readInvitations(`SPACE#${space.id}`, query),
  },
  ({ loaded, caller }) => showInvitations(loaded, caller.now),
);
