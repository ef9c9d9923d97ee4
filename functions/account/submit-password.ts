import { changePassword } from "#lib/data/accounts/change-password";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { changePasswordPage } from "#lib/pages/account/change-password";
import { formFailure } from "#lib/pages/parts/form-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { ChangePassword } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/password",
    group: "account",
    summary: "Change the password with the page",
    description: "Ends all other sessions.",
    form: true,
    query: AnyQuery,
    body: ChangePassword,
    response: page,
    failure: formFailure(changePasswordPage),
  },
  async ({ body, session: { user }, now, signIn }) => {
    signIn(await changePassword(user, body, now));
    return { location: "/account?done=password" };
  },
);
