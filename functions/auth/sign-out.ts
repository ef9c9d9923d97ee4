import { endSession } from "#lib/accounts/end-sessions";
import { done, sessionEndpoint } from "#lib/http/endpoint";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/auth/signout",
    summary: "Sign out",
    whileStopped: true,
    response: done,
  },
  async ({ session, signOut }) => {
    await endSession(session);
    signOut();
  },
);
