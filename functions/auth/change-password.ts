import { changePassword } from "#lib/accounts/change-password";
import { describeVisitor } from "#lib/accounts/visitor";
import { done, sessionEndpoint } from "#lib/http/endpoint";
import { ChangePassword } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "PATCH",
    path: "/auth/change-password",
    summary: "Change the password",
    description:
      "Ends all other sessions. A wrong password is a 400. After a few, each further attempt must wait (429); they are counted separately from sign-in attempts.",
    whileStopped: true,
    body: ChangePassword,
    response: done,
  },
  async ({ session, body, now, signIn, ...call }) =>
    signIn(await changePassword(session.user, body, describeVisitor(call), now)),
);
