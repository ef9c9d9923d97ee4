import * as z from "zod";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { getConsentQuestion } from "#lib/oauth/consent-question";
import { Consent } from "#lib/schemas/identity/oauth";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/oauth/decision/{transactionId}",
    summary: "Tell who asks the user for consent, and for what",
    params: z.object({ transactionId: z.string() }),
    response: ok(Consent),
  },
  async ({ params, session: { user }, now }) => {
    const { client, scopes } = await getConsentQuestion(params.transactionId, user.id, now);
    const { name, description, homepage, logo } = client;
    return { name, homepage, ...(description && { description }), ...(logo && { logo }), scopes };
  },
);
