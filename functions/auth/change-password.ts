import { changePassword } from "#lib/data/accounts/change-password";
import { done, endpoint } from "#lib/http/endpoint";
import { ChangePassword } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/auth/change-password",
    summary: "Change the password",
    description:
      "Ends all other sessions. Wrong passwords are slowed down like those at signing in (400, then 429), and counted apart from them.",
    session: true,
    body: ChangePassword,
    response: done,
  },
  async ({ session, body, now, signIn }) => signIn(await changePassword(session.user, body, now)),
);
