import { listOpenPlaces } from "#lib/accounts/open-places";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { proposedBy } from "#lib/pages/account/hand-over";
import { newTokenPage } from "#lib/pages/account/new-token";
import { errorPage } from "#lib/pages/parts/error-page";
import { NewTokenQuery } from "#lib/schemas/identity/hand-over";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/account/token",
    group: "account",
    summary: "Get the page that creates a token",
    description:
      "HTML for a browser. With `port`, `state` and `key` it asks for a command on the same computer (`gridless login`), which gets the token.",
    query: NewTokenQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query, session: { user } }) =>
    newTokenPage({ values: proposedBy(query), query: {} }, user, await listOpenPlaces(user.id)),
);
