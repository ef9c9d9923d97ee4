import * as z from "zod";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { getConsentQuestion } from "#lib/oauth/consent-question";
import { Consent } from "#lib/schemas/identity/oauth";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/oauth/decision/{transactionId}",
    summary: "Get a pending consent request",
    description: "Returns the application that asks for consent, and the scopes it asks for.",
    params: z.object({ transactionId: z.string() }),
    response: ok(Consent),
  },
  async ({ params, session: { user }, now }) => {
    const { client, scopes, pending } = await getConsentQuestion(params.transactionId, user.id, now);
    const { name, description, homepage, logo } = client;
    const { unverified = false } = client;
    const { redirectUri } = pending;
    return {
      name,
      homepage,
      ...(description && { description }),
      ...(logo && { logo }),
      scopes,
      unverified,
      redirectUri,
    };
  },
);
