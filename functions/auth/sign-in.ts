import * as signIn from "#lib/accounts/sign-in";
import { describeVisitor } from "#lib/accounts/visitor";
import * as users from "#lib/data/identity/users";
import { ok, publicEndpoint } from "#lib/http/endpoint";
import { Me, SignIn } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/signin",
    summary: "Sign in",
    description:
      "Sets the cookie `auth_session`. After a few wrong passwords for an account, or many from one network, each further attempt must wait (429, Retry-After), whether the account exists or not. An account with a second factor needs `code` too.",
    whileStopped: true,
    body: SignIn,
    response: ok(Me),
  },
  async (call) => {
    const { code, ...credentials } = call.body;
    const visitor = describeVisitor(call);
    const entered = await signIn.signIn({ ...credentials, visitor }, call.now);
    const { user, cookie } =
      "cookie" in entered
        ? entered
        : await signIn.signInWithCode({ ...entered, code: code ?? signIn.missCode(), visitor }, call.now);
    call.signIn(cookie);
    return users.showMe(user);
  },
);
