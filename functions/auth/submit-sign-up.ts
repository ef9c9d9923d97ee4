import { signUp } from "#lib/accounts/sign-up";
import { describeVisitor } from "#lib/accounts/visitor";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { formFailure } from "#lib/pages/parts/form-failure";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { signUpPage } from "#lib/pages/sign-in/sign-up";
import { NextQuery } from "#lib/schemas/basics/page-query";
import { SignUp } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/sign-up",
    group: "auth",
    summary: "Sign up with the page",
    description:
      "HTML for a browser. On error, the form is shown again; otherwise a page sends the browser on to `next`.",
    optionalSession: true,
    form: true,
    query: NextQuery,
    body: SignUp,
    response: page,
    failure: formFailure((shown) => signUpPage(shown, undefined, providerName())),
  },
  async ({ body, query, now, signIn, ...call }) => {
    const next = query.next && safeNext(query.next);
    const { cookie } = await signUp({ ...body, next, visitor: describeVisitor(call) }, now);
    signIn(cookie);
    return goingOn("Welcome", safeNext(query.next));
  },
);
