import { describeVisitor } from "#lib/accounts/visitor";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { noProvider, providerName } from "#lib/oidc/settings";
import { formFailure } from "#lib/pages/parts/form-failure";
import { empty } from "#lib/pages/parts/forms";
import { goingOn } from "#lib/pages/parts/going-on";
import { safeNext } from "#lib/pages/parts/next";
import { proveAccountAgain } from "#lib/pages/sign-in/provider";
import { codePage } from "#lib/pages/sign-in/second-factor";
import { unauthorized } from "#lib/schemas/basics/error";
import { NextQuery } from "#lib/schemas/basics/page-query";
import { ProviderForm } from "#lib/schemas/identity/account";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/auth/provider",
    group: "auth",
    summary: "Link an account to the provider with the page",
    description:
      "HTML for a browser. `link` links an account to the person that the provider has proved, with the password of the account, and signs in, after the code of a second factor if the account has one. `unlink` takes that away from the account that is signed in; the account needs a password. After a few wrong passwords, each further attempt must wait (429).",
    whileStopped: true,
    optionalSession: true,
    form: true,
    query: NextQuery,
    body: ProviderForm,
    response: page,
    failure: formFailure((shown) => proveAccountAgain(shown, providerName() ?? "the provider")),
  },
  async ({ body, query, session, now, signIn, ...call }) => {
    const provider = providerName();
    // in the bundles a constant: without a provider, the code that links accounts is left out
    if (provider !== undefined && process.env["GRIDLESS_OIDC_ISSUER"]) {
      if (body.do === "unlink") {
        if (!session) throw unauthorized("Sign in first", "Cookie");
        const { unlinkIdentity } = await import("#lib/accounts/link-identity");
        await unlinkIdentity(session.user.id);
        return { location: "/account?done=unlinked" };
      }
      const { proveAccount } = await import("#lib/accounts/identity-sign-in");
      const { link = "", password = "" } = body;
      const entered = await proveAccount({ link, password, visitor: describeVisitor(call) }, now);
      if (!("cookie" in entered))
        return codePage(empty(query.next ? { next: query.next } : {}), entered.waiting);
      signIn(entered.cookie);
      return goingOn(`${provider} signs you in from now on`, safeNext(query.next));
    }
    throw noProvider();
  },
);
