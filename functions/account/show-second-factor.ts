import { page, sessionEndpoint } from "#lib/http/endpoint";
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
  ({ session: { user } }) => secondFactorPage(empty(), user),
);
