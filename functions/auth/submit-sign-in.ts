import { signIn } from "#lib/data/accounts/sign-in";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { signInPage } from "#lib/pages/sign-in/sign-in";
import { NextQuery } from "#lib/schemas/basics/page-query";
import { SignIn } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/sign-in",
    group: "auth",
    summary: "Sign in with the page",
    description:
      "HTML for a browser. On error, the form is shown again; otherwise a page sends the browser on to `next`.",
    optionalSession: true,
    form: true,
    query: NextQuery,
    body: SignIn,
    response: page,
    failure: formFailure(signInPage),
  },
  async ({ body, query, sourceIp, now, signIn: keep }) => {
    const { cookie } = await signIn({ ...body, sourceIp }, now);
    keep(cookie);
    return goingOn("You are signed in", safeNext(query.next));
  },
);
