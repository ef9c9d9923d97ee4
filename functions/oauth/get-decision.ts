import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { questionOf } from "#lib/oauth/question";
import { Consent } from "#lib/schemas/identity/oauth";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/decision/{transactionId}",
    summary: "Tell who asks the user for consent, and for what",
    session: true,
    params: z.object({ transactionId: z.string() }),
    response: ok(Consent),
  },
  async ({ params, session: { user }, now }) => {
    const { client, scopes } = await questionOf(params.transactionId, user.id, now);
    const { name, description, homepage, logo } = client;
    return { name, homepage, ...(description && { description }), ...(logo && { logo }), scopes };
  },
);
