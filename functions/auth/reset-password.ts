import { resetPassword } from "#lib/data/accounts/email-links";
import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me, ResetPassword } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/reset-password",
    summary: "Set the password anew with a mailed link",
    description:
      "`link` is what stands in the mailed address behind `link=`: good once, for an hour. Ends all sessions and signs in; the e-mail address is verified by it. Where it was not before, tokens that were made until then end too, also those of applications, for they may be of somebody else who signed up with it.",
    public: true,
    body: ResetPassword,
    response: ok(Me),
  },
  async ({ body, now, signIn }) => {
    const { user, cookie } = await resetPassword(body, now);
    signIn(cookie);
    return users.showMe(user);
  },
);
