import * as z from "zod";
import { endpoint, page } from "#lib/http/endpoint";
import { questionOf } from "#lib/oauth/question";
import { errorPage } from "#lib/pages/parts/error-page";
import { consentPage } from "#lib/pages/sign-in/consent";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/decision",
    summary: "The page that asks the user for his consent",
    session: true,
    query: z.looseObject({ transaction_id: z.string() }),
    response: page,
    failure: errorPage,
  },
  async ({ query, session: { user }, now }) => {
    const { pending, client, scopes } = await questionOf(query.transaction_id, user.id, now);
    return consentPage({
      transactionId: query.transaction_id,
      client,
      scopes,
      user,
      redirectUri: pending.redirectUri,
    });
  },
);
