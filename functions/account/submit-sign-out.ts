import * as sessions from "#lib/data/identity/sessions";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/sign-out",
    summary: "Sign out with the page",
    session: true,
    response: page,
    failure: errorPage,
  },
  async ({ session, signOut }) => {
    await sessions.end(session);
    signOut();
    return { location: "/auth/sign-in" };
  },
);
