import { acceptLink, limitAttempts } from "#lib/data/spaces/accept-link";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { joinedPage } from "#lib/pages/sign-in/invitation";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { Acceptance } from "#lib/schemas/identity/invitation";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/invitation",
    group: "account",
    summary: "Accept an invitation link with its page",
    form: true,
    query: AnyQuery,
    body: Acceptance,
    response: page,
    failure: errorPage,
  },
  async ({ body, session: { user }, caller, now }) => {
    await limitAttempts(user.id, now);
    await acceptLink(body, caller);
    return joinedPage();
  },
);
