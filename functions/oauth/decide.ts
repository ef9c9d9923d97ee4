import { page, sessionEndpoint } from "#lib/http/endpoint";
import { answerConsent } from "#lib/oauth/answer-consent";
import { errorPage } from "#lib/pages/parts/error-page";
import { Decision } from "#lib/schemas/identity/oauth";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/oauth/decision",
    summary: "Answer the consent page",
    description: "Redirects to the application with a code, or with an error if the user refuses.",
    body: Decision,
    form: true,
    response: page,
    failure: errorPage,
  },
  async ({ body, session: { user }, now }) => ({ location: await answerConsent(body, user.id, now) }),
);
