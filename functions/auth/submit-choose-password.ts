import { resetPassword } from "#lib/data/accounts/email-links";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { goingOn } from "#lib/pages/parts/going-on";
import { choosePasswordAgain } from "#lib/pages/sign-in/choose-password";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { ResetPassword } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/choose-password",
    group: "auth",
    summary: "Set a new password with the page",
    description: "Ends all sessions and starts a new one.",
    optionalSession: true,
    form: true,
    query: AnyQuery,
    body: ResetPassword,
    response: page,
    failure: formFailure(choosePasswordAgain),
  },
  async ({ body, now, signIn }) => {
    const { cookie } = await resetPassword(body, now);
    signIn(cookie);
    return goingOn("Your password is changed", "/account?done=password");
  },
);
