import * as users from "#lib/data/identity/users";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { Me } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/auth/user/me",
    summary: "Get all that concerns who is signed in",
    response: ok(Me),
  },
  ({ session }) => users.showMe(session.user),
);
