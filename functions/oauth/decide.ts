import { endpoint, page } from "#lib/http/endpoint";
import { answerQuestion } from "#lib/oauth/answer-question";
import { errorPage } from "#lib/pages/parts/error-page";
import { Decision } from "#lib/schemas/identity/oauth";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/decision",
    summary: "Answer an application's question: yes or no",
    session: true,
    body: Decision,
    form: true,
    response: page,
    failure: errorPage,
  },
  async ({ body, session: { user }, now }) => ({ location: await answerQuestion(body, user.id, now) }),
);
