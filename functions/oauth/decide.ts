import { page, sessionEndpoint } from "#lib/http/endpoint";
import { answerConsent } from "#lib/oauth/answer-consent";
import { getShownQuestion } from "#lib/oauth/consent-question";
import { formFailure } from "#lib/pages/parts/form-failure";
import { text } from "#lib/pages/parts/forms";
import { consentPage } from "#lib/pages/sign-in/consent";
import { Decision } from "#lib/schemas/identity/oauth";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/oauth/decision",
    group: "oauth",
    summary: "Answer the consent page",
    description: "Redirects to the application with a code, or with an error if the user refuses.",
    whileStopped: true,
    body: Decision,
    form: true,
    response: page,
    // a form without a choice is shown again; what else is wrong with a question is thrown where it is read again
    failure: formFailure(async (shown, { call: { session, now } }) => {
      const transactionId = text(shown.values, "transaction_id");
      if (!session || !transactionId) throw new Error("This is no answer of the page");
      return consentPage({ ...(await getShownQuestion(transactionId, session.user, now)), shown });
    }),
  },
  async ({ body, session: { user }, now }) => ({ location: await answerConsent(body, user.id, now) }),
);
