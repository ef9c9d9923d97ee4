import * as z from "zod";
import { list } from "#lib/data/waiting-invitations";
import { endpoint, ok } from "#lib/http/endpoint";
import { PageQuery } from "#lib/schemas/collaborator";
import { SpaceId } from "#lib/schemas/ids";
import { InvitationPage } from "#lib/schemas/invitation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/invitation/email",
    summary: "List the invitations into a space that still wait",
    scope: "space|invite_email",
    params: z.object({ spaceId: SpaceId }),
    query: PageQuery,
    response: ok(InvitationPage),
  },
  ({ space, query, caller }) => list(`SPACE#${space.id}`, query, caller.now),
);
