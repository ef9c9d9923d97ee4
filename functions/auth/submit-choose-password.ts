import { resetPassword } from "#lib/accounts/email-links";
import { describeVisitor } from "#lib/accounts/visitor";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { empty } from "#lib/pages/parts/forms";
import { goingOn } from "#lib/pages/parts/going-on";
import { choosePasswordAgain } from "#lib/pages/sign-in/choose-password";
import { codePage } from "#lib/pages/sign-in/second-factor";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { ResetPassword } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/choose-password",
    group: "auth",
    summary: "Set a new password with the page",
    description:
      "Ends all sessions and starts a new one, after the code of a second factor if the account has one.",
    whileStopped: true,
    optionalSession: true,
    form: true,
    query: AnyQuery,
    body: ResetPassword,
    response: page,
    failure: formFailure(choosePasswordAgain),
  },
  async ({ body, now, signIn, ...call }) => {
    const entered = await resetPassword({ ...body, visitor: describeVisitor(call) }, now);
    const next = "/account?done=password";
    if (!("cookie" in entered)) return codePage(empty({ next }), entered.waiting);
    signIn(entered.cookie);
    return goingOn("Your password is changed", next);
  },
);
