import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { WebhookSecret } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/webhook/{webhookId}/rotate-secret",
    summary: "Rotate the secret of a webhook",
    description:
      "This is the only response that contains the secret. For one day, events also carry a signature by the previous secret. Older secrets stop working at once.",
    scope: "base|update",
    tokensOnly: true,
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    response: created(WebhookSecret),
    idempotent: true,
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  async ({ prefetched, caller }) => ({
    id: prefetched.id,
    secret: await webhooks.rotate(prefetched, caller),
  }),
);
