import { endSession } from "#lib/accounts/end-sessions";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/sign-out",
    group: "account",
    summary: "Sign out with the page",
    whileStopped: true,
    response: page,
    failure: errorPage,
  },
  async ({ session, signOut }) => {
    await endSession(session);
    signOut();
    return { location: "/auth/sign-in" };
  },
);
