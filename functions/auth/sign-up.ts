import * as signUp from "#lib/data/accounts/sign-up";
import * as users from "#lib/data/identity/users";
import { created, endpoint } from "#lib/http/endpoint";
import { Me, SignUp } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/signup",
    summary: "Sign up",
    description:
      "Makes a person who is signed in, and a space that he owns; a link to verify the e-mail address is mailed to it. Where signing up is by invitation only, `inviteCode` is needed (403).",
    public: true,
    body: SignUp,
    response: created(Me),
  },
  async ({ body, sourceIp, now, signIn }) => {
    const { user, cookie } = await signUp.signUp({ ...body, sourceIp }, now);
    signIn(cookie);
    return users.showMe(user);
  },
);
