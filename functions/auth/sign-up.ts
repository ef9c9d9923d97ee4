import * as signUp from "#lib/accounts/sign-up";
import { describeVisitor } from "#lib/accounts/visitor";
import { withLimits } from "#lib/data/identity/seen-limits";
import * as users from "#lib/data/identity/users";
import { created, publicEndpoint } from "#lib/http/endpoint";
import { Me, SignUp } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/signup",
    summary: "Sign up",
    description:
      "Creates a user with a space of their own and signs in. A link that verifies the e-mail address is mailed. If sign-up is by invitation only, `inviteCode` is required (403).",
    body: SignUp,
    response: created(Me),
    around: withLimits,
  },
  async ({ body, now, signIn, ...call }) => {
    const { user, cookie } = await signUp.signUp({ ...body, visitor: describeVisitor(call) }, now);
    signIn(cookie);
    return users.showMe(user);
  },
);
