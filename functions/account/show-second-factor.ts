import { mustSignInAgain } from "#lib/accounts/recent-sign-in";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { secondFactorPage } from "#lib/pages/account/second-factor";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/account/second-factor",
    group: "account",
    summary: "Get the page of the second factor",
    description: "HTML for a browser: whether signing in needs a code, with forms that turn this on and off.",
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  ({ session, now }) => {
    const again = mustSignInAgain(session, now) ? { provider: providerName() } : undefined;
    return secondFactorPage(empty(), session.user, again);
  },
);
