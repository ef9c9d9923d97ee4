import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { startPage } from "#lib/pages/sign-in/start";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/",
    summary: "Get the start page",
    description: "HTML for a browser: where to sign in, and where the documentation is.",
    public: true,
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  startPage,
);
