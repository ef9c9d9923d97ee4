import { signInWithCode } from "#lib/accounts/sign-in";
import { describeVisitor } from "#lib/accounts/visitor";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { formFailure } from "#lib/pages/parts/form-failure";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { codePageAgain } from "#lib/pages/sign-in/second-factor";
import { NextQuery } from "#lib/schemas/basics/page-query";
import { CodeForm } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/code",
    group: "auth",
    summary: "Enter the code of a second factor with the page",
    description:
      "HTML for a browser. `link` stands for the password, for ten minutes. On error, the form is shown again; otherwise a page sends the browser on to `next`. After a few wrong codes, each further attempt must wait (429).",
    whileStopped: true,
    optionalSession: true,
    form: true,
    query: NextQuery,
    body: CodeForm,
    response: page,
    failure: formFailure(codePageAgain),
  },
  async ({ body: { link, code }, query, now, signIn, ...call }) => {
    const { cookie } = await signInWithCode({ waiting: link, code, visitor: describeVisitor(call) }, now);
    signIn(cookie);
    return goingOn("You are signed in", safeNext(query.next));
  },
);
