import * as links from "#lib/data/identity/links";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { otherAccountPage } from "#lib/pages/sign-in/other-account";
import { signInFirstPage, verifyExpiredPage, verifyPage } from "#lib/pages/sign-in/verify";
import { LinkQuery } from "#lib/schemas/basics/page-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/auth/verify",
    summary: "Get the page for verifying an e-mail address",
    description:
      "HTML for a browser, which a mailed link opens. Only its button verifies, and only whoever is signed in to the account is shown it.",
    public: true,
    maySession: true,
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
