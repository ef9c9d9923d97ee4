import * as links from "#lib/data/identity/links";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { otherAccountPage } from "#lib/pages/sign-in/other-account";
import { signInFirstPage, verifyExpiredPage, verifyPage } from "#lib/pages/sign-in/verify";
import { LinkQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/verify",
    group: "auth",
    summary: "Get the page that verifies an address",
    description:
      "HTML for a browser, opened by a mailed link. Only its button verifies the address, and only a user who is signed in to the account sees it.",
    optionalSession: true,
    query: LinkQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query: { link = "" }, session, now }) => {
    const found = await links.find(link, "verifyEmail", now);
    if (!found) return verifyExpiredPage();
    if (!session) return signInFirstPage(link, found.email);
    if (session.user.id !== found.userId)
      return otherAccountPage("This link is for another account", found.email, session.user.email);
    return verifyPage(link, found.email);
  },
);
