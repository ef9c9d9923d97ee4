import { changePassword } from "#lib/accounts/change-password";
import { describeVisitor } from "#lib/accounts/visitor";
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
    whileStopped: true,
    form: true,
    query: AnyQuery,
    body: ChangePassword,
    response: page,
    failure: formFailure(changePasswordPage),
  },
  async ({ body, session: { user }, now, signIn, ...call }) => {
    signIn(await changePassword(user, body, describeVisitor(call), now));
    return { location: "/account?done=password" };
  },
);
