import * as z from "zod";
import { readLinks, showLinks } from "#lib/data/spaces/invitation-links";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { InvitationLink } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/invitation/link",
    summary: "List the invitation links of a space",
    description: "The oldest first. Links with a role above the caller's own are left out.",
    scope: "space|invite_link",
    params: z.object({ spaceId: SpaceId }),
    response: ok(z.array(InvitationLink)),
    load: ({ space }) => readLinks(`SPACE#${space.id}`),
  },
  ({ loaded, standing }) => showLinks(loaded, { standing }, publicOrigin()),
);
