import * as z from "zod";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { getConsentQuestion } from "#lib/oauth/consent-question";
import { errorPage } from "#lib/pages/parts/error-page";
import { consentPage } from "#lib/pages/sign-in/consent";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/oauth/decision",
    summary: "The page that asks the user for his consent",
    query: z.looseObject({ transaction_id: z.string() }),
    response: page,
    failure: errorPage,
  },
  async ({ query, session: { user }, now }) => {
    const { pending, client, scopes } = await getConsentQuestion(query.transaction_id, user.id, now);
    return consentPage({
      transactionId: query.transaction_id,
      client,
      scopes,
      user,
      redirectUri: pending.redirectUri,
    });
  },
);
