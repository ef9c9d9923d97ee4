import { page, sessionEndpoint } from "#lib/http/endpoint";
import { answerConsent } from "#lib/oauth/answer-consent";
import { errorPage } from "#lib/pages/parts/error-page";
import { Decision } from "#lib/schemas/identity/oauth";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/oauth/decision",
    summary: "Answer an application's question: yes or no",
    body: Decision,
    form: true,
    response: page,
    failure: errorPage,
  },
  async ({ body, session: { user }, now }) => ({ location: await answerConsent(body, user.id, now) }),
);
