import * as z from "zod";
import { deliverTest } from "#lib/data/webhooks/deliveries";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { QueuedDelivery } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/webhook/{webhookId}/test",
    summary: "Send a test event",
    description:
      "Of type `webhook.test`, soon after the answer; the list of deliveries says what came of it. Sent to a disabled webhook too, which hears of what happens again when it takes it.",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    response: created(QueuedDelivery),
    idempotent: true,
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  ({ prefetched, caller }) => deliverTest(prefetched, caller),
);
