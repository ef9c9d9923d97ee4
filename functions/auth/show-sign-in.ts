import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { safeNext } from "#lib/pages/parts/next";
import { signInPage } from "#lib/pages/sign-in/sign-in";
import { NextQuery } from "#lib/schemas/basics/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/sign-in",
    summary: "Get the page for signing in",
    description: "HTML for a browser. Who is signed in already goes on to `next`.",
    public: true,
    maySession: true,
    query: NextQuery,
    response: page,
    failure: errorPage,
  },
  ({ query: { next }, session }) =>
    session ? { location: safeNext(next) } : signInPage(empty(next ? { next } : {})),
);
