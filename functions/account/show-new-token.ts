import { openPlaces } from "#lib/data/accounts/open-places";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/error-page";
import { empty } from "#lib/pages/forms";
import { newTokenPage } from "#lib/pages/new-token";
import { AnyQuery } from "#lib/schemas/basics/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/account/token",
    summary: "Get the page for making a token",
    description: "HTML for a browser.",
    session: true,
    query: AnyQuery,
    response: page,
    failure: errorPage,
  },
  async ({ session }) => newTokenPage(empty(), await openPlaces(session.user.id)),
);
