import * as z from "zod";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { getShownQuestion } from "#lib/oauth/consent-question";
import { errorPage } from "#lib/pages/parts/error-page";
import { consentPage } from "#lib/pages/sign-in/consent";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/oauth/decision",
    group: "oauth",
    summary: "Get the consent page",
    description: "HTML for a browser: asks the user to allow or refuse what the application asks for.",
    query: z.looseObject({ transaction_id: z.string() }),
    response: page,
    failure: errorPage,
  },
  async ({ query, session: { user }, now }) => {
    return consentPage(await getShownQuestion(query.transaction_id, user, now));
  },
);
