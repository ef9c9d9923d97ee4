import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { WebhookSecret } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/webhook/{webhookId}/rotate-secret",
    summary: "Give a webhook another secret",
    description:
      "The only answer that shows it. For a day events are signed with the one before too, each signature of its own; an older one is good for nothing at once.",
    scope: "base|update",
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
