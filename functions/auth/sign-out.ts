import { endTemporaryTokens } from "#lib/data/accounts/end-tokens";
import * as sessions from "#lib/data/identity/sessions";
import { done, sessionEndpoint } from "#lib/http/endpoint";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/auth/signout",
    summary: "Sign out",
    response: done,
  },
  async ({ session, signOut }) => {
    await sessions.end(session);
    await endTemporaryTokens(session.user.id, session.key);
    signOut();
  },
);
