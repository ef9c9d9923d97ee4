import * as links from "#lib/data/identity/links";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { empty } from "#lib/pages/parts/forms";
import { choosePasswordPage, resetExpiredPage } from "#lib/pages/sign-in/choose-password";
import { LinkQuery } from "#lib/schemas/basics/page-query";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/auth/choose-password",
    group: "auth",
    summary: "Get the page for a new password",
    description: "HTML for a browser, opened by a mailed link.",
    query: LinkQuery,
    response: page,
    failure: errorPage,
  },
  async ({ query: { link = "" }, now }) => {
    const found = await links.find(link, "resetPassword", now);
    return found ? choosePasswordPage(empty(), link, found.email) : resetExpiredPage();
  },
);
