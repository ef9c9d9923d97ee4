import { page, publicEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { safeNext } from "#lib/pages/parts/next";
import { signInPage } from "#lib/pages/sign-in/sign-in";
import { NextQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/sign-in",
    group: "auth",
    summary: "Get the sign-in page",
    description: "HTML for a browser. A signed-in user is redirected to `next`.",
    optionalSession: true,
    query: NextQuery,
    response: page,
    failure: errorPage,
  },
  ({ query: { next }, session }) =>
    session ? { location: safeNext(next) } : signInPage(empty(next ? { next } : {}), providerName()),
);
