import { listOpenPlaces } from "#lib/data/accounts/open-places";
import { endpoint, page } from "#lib/http/endpoint";
import { newTokenPage } from "#lib/pages/account/new-token";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
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
  async ({ session }) => newTokenPage(empty(), await listOpenPlaces(session.user.id)),
);
