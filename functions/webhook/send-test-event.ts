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
      "The event has the type `webhook.test` and is sent soon after the response; the list of deliveries shows the result. A disabled webhook receives it too, and is enabled again if it accepts it.",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    response: created(QueuedDelivery),
    idempotent: true,
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  ({ prefetched, caller }) => deliverTest(prefetched, caller),
);
