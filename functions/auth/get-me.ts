import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/user/me",
    summary: "Get all that concerns who is signed in",
    session: true,
    response: ok(Me),
  },
  ({ session }) => users.showMe(session.user),
);
