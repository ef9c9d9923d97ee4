import * as sessions from "#lib/data/identity/sessions";
import { done, endpoint } from "#lib/http/endpoint";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/signout",
    summary: "Sign out",
    session: true,
    response: done,
  },
  async ({ session, signOut }) => {
    await sessions.end(session);
    signOut();
  },
);
