import { limitAttempts, readInvitation } from "#lib/data/spaces/accept-link";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { invitationPage } from "#lib/pages/sign-in/invitation";
import { InvitationQuery } from "#lib/schemas/identity/invitation";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/invitation",
    group: "account",
    summary: "Get the page of an invitation link",
    description:
      "HTML for a browser. Only its button accepts. Who is not signed in is redirected to the sign-in page, from where they can sign up too.",
    query: InvitationQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query, session: { user }, now }) => {
    await limitAttempts(user.id, now);
    const { target, role, member } = await readInvitation(query, user.id);
    return invitationPage({
      sent: query,
      place: target.name,
      role,
      as: user.email,
      isMember: member !== undefined,
    });
  },
);
