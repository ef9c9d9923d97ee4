import * as signIn from "#lib/data/accounts/sign-in";
import * as users from "#lib/data/identity/users";
import { endpoint, ok } from "#lib/http/endpoint";
import { Me, SignIn } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/signin",
    summary: "Sign in",
    description:
      "Sets the cookie `auth_session`. After a few wrong passwords for an account, or many from a network, every further attempt must wait (429, Retry-After), whether there is such an account or not.",
    public: true,
    body: SignIn,
    response: ok(Me),
  },
  async (call) => {
    const { user, cookie } = await signIn.signIn({ ...call.body, sourceIp: call.sourceIp }, call.now);
    call.signIn(cookie);
    return users.showMe(user);
  },
);
