import * as links from "#lib/data/links";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/error-page";
import { verifyExpiredPage, verifyPage } from "#lib/pages/verify";
import { LinkQuery } from "#lib/schemas/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/verify",
    summary: "Get the page for verifying an e-mail address",
    description: "HTML for a browser, which a mailed link opens. Only its button verifies.",
    public: true,
    query: LinkQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query: { link = "" }, now }) => {
    const found = await links.find(link, "verifyEmail", now);
    return found ? verifyPage(link, found.email) : verifyExpiredPage();
  },
);
