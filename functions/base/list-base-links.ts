import * as z from "zod";
import { readLinks, showLinks } from "#lib/data/spaces/invitation-links";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { InvitationLink } from "#lib/schemas/identity/invitation";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/invitation/link",
    summary: "List the invitation links of a base",
    description: "The oldest first. Links with a role above the caller's own are left out.",
    scope: "base|invite_link",
    params: z.object({ baseId: BaseId }),
    response: ok(z.array(InvitationLink)),
    load: ({ base }) => readLinks(`BASE#${base.id}`),
  },
  ({ loaded, standing }) => showLinks(loaded, { standing }, publicOrigin()),
);
