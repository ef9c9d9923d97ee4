import { signIn } from "#lib/accounts/sign-in";
import { describeVisitor } from "#lib/accounts/visitor";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { formFailure } from "#lib/pages/parts/form-failure";
import { empty } from "#lib/pages/parts/forms";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { codePage } from "#lib/pages/sign-in/second-factor";
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
      "HTML for a browser. On error, the form is shown again; otherwise a page sends the browser on to `next`, or asks for the code of a second factor.",
    whileStopped: true,
    optionalSession: true,
    form: true,
    query: NextQuery,
    body: SignIn,
    response: page,
    failure: formFailure((shown) => signInPage(shown, providerName())),
  },
  async ({ body, query, now, signIn: keep, ...call }) => {
    const entered = await signIn({ ...body, visitor: describeVisitor(call) }, now);
    if (!("cookie" in entered))
      return codePage(empty(query.next ? { next: query.next } : {}), entered.waiting);
    keep(entered.cookie);
    return goingOn("You are signed in", safeNext(query.next));
  },
);
