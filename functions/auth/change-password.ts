import { changePassword } from "#lib/data/accounts/change-password";
import { done, sessionEndpoint } from "#lib/http/endpoint";
import { ChangePassword } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/auth/change-password",
    summary: "Change the password",
    description:
      "Ends all other sessions. Wrong passwords are slowed down like those at signing in (400, then 429), and counted apart from them.",
    body: ChangePassword,
    response: done,
  },
  async ({ session, body, now, signIn }) => signIn(await changePassword(session.user, body, now)),
);
