import { signUpMode } from "#lib/accounts/sign-up";
import * as links from "#lib/data/identity/links";
import { isInvitation } from "#lib/data/spaces/accept-link";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { safeNext } from "#lib/pages/parts/next";
import { otherAccountPage } from "#lib/pages/sign-in/other-account";
import { byInvitationPage, signUpPage } from "#lib/pages/sign-in/sign-up";
import { SignUpQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/sign-up",
    group: "auth",
    summary: "Get the sign-up page",
    description:
      "HTML for a browser. A signed-in user is redirected to `next`, or sees that the invitation is for another address.",
    optionalSession: true,
    query: SignUpQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query: { next, invite }, session, now }) => {
    const link = invite ? await links.find(invite, "invitation", now) : undefined;
    if (session)
      return link && link.email.toLowerCase() !== session.user.email.toLowerCase()
        ? otherAccountPage("This invitation is for another address", link.email, session.user.email)
        : { location: safeNext(next) };
    const provider = providerName();
    if (invite && !link) return byInvitationPage("expired", next ?? "", provider);
    const isOpen = link || signUpMode() === "open" || (await isInvitation(next && safeNext(next)));
    if (!isOpen) return byInvitationPage("none", next ?? "", provider);
    const invited = invite && link ? { email: link.email, inviteCode: invite } : undefined;
    return signUpPage(empty(next ? { next } : {}), invited, provider);
  },
);
