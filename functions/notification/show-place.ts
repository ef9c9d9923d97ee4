import { openPlace } from "#lib/data/notifications/open-place";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { placePage } from "#lib/pages/account/open-place";
import { errorPage } from "#lib/pages/parts/error-page";
import { PlaceQuery } from "#lib/schemas/basics/page-query";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/open",
    group: "account",
    summary: "Get the page of what a notification is about",
    description:
      "HTML for a browser: the cells of a record, a comment. Redirects to the app for a space, base or table. `url` of a notification leads here. Open to members of the place.",
    query: PlaceQuery,
    response: page,
    mayBeMissing: true,
    failure: errorPage,
  },
  async ({ query, session: { user }, now }) => {
    const { baseId, ...shown } = await openPlace(query, user.id, now);
    const { record, table } = shown;
    const app = ["/app", baseId, table !== undefined && query.id].filter(Boolean).join("/");
    return record === undefined ? { location: app } : placePage({ ...shown, record }, { ...query, app });
  },
);
