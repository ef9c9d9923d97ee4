import { endOtherSessions, endSessionOf } from "#lib/accounts/end-sessions";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { EndSessions } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/sessions",
    group: "account",
    summary: "End sessions with the page",
    description: "Ends the session that `session` names; without it, all sessions of the user but this one.",
    whileStopped: true,
    form: true,
    query: AnyQuery,
    mayBeMissing: true,
    body: EndSessions,
    response: page,
    failure: errorPage,
  },
  async ({ body, session, now }) => {
    if (body.session === undefined) await endOtherSessions(session, now);
    else await endSessionOf(session, body.session, now);
    return { location: `/account?done=${body.session === undefined ? "sessions" : "session"}` };
  },
);
