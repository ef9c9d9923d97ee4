import { page, publicEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { startPage } from "#lib/pages/sign-in/start";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/",
    group: "auth",
    summary: "Get the start page",
    description:
      "HTML for a browser, with links to sign-in and documentation. With a session it redirects to the app.",
    query: AnyQuery,
    optionalSession: true,
    response: page,
    failure: errorPage,
  },
  async ({ session }) => (session ? { location: "/app" } : startPage()),
);
