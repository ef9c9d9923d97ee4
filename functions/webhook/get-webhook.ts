import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { Webhook } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/webhook/{webhookId}",
    summary: "Get a webhook",
    description: "Without its secret.",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    response: ok(Webhook),
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  ({ prefetched }) => webhooks.show(prefetched),
);
