import { signUp } from "#lib/data/accounts/sign-up";
import { endpoint, page } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { signUpPage } from "#lib/pages/sign-in/sign-up";
import { NextQuery } from "#lib/schemas/basics/page-query";
import { SignUp } from "#lib/schemas/identity/account";

export const handler = endpoint(
  {
    method: "POST",
    path: "/auth/sign-up",
    summary: "Sign up with the page",
    description:
      "The form of the page, which is shown again if it is refused; then a page from which the browser goes on to `next`.",
    public: true,
    maySession: true,
    form: true,
    query: NextQuery,
    body: SignUp,
    response: page,
    failure: formFailure((shown) => signUpPage(shown)),
  },
  async ({ body, query, sourceIp, now, signIn }) => {
    const { cookie } = await signUp({ ...body, sourceIp }, now);
    signIn(cookie);
    return goingOn("Welcome", safeNext(query.next));
  },
);
