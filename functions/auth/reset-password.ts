import { resetPassword } from "#lib/accounts/email-links";
import { describeVisitor } from "#lib/accounts/visitor";
import * as users from "#lib/data/identity/users";
import { ok, publicEndpoint } from "#lib/http/endpoint";
import { Me, ResetPassword } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/reset-password",
    summary: "Reset the password with a mailed link",
    description:
      "`link` is what follows `link=` in the mailed URL. It works once, for one hour. Ends all sessions, signs in (but for an account with a second factor, which then needs `POST /auth/signin` with its code), and verifies the e-mail address. If the address was not verified before, all existing tokens end too, also those of applications, because another person may have signed up with it.",
    whileStopped: true,
    body: ResetPassword,
    response: ok(Me),
  },
  async ({ body, now, signIn, ...call }) => {
    const entered = await resetPassword({ ...body, visitor: describeVisitor(call) }, now);
    if ("cookie" in entered) signIn(entered.cookie);
    return users.showMe(entered.user);
  },
);
