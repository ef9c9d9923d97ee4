import * as z from "zod";
import { find, redeliver } from "#lib/data/webhooks/deliveries";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { created, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { BaseId, DeliveryId, WebhookId } from "#lib/schemas/basics/ids";
import { QueuedDelivery } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/webhook/{webhookId}/delivery/{deliveryId}/resend",
    summary: "Send an event again",
    description:
      "Under the id that it had, whatever became of it; again for a day if it is not taken. Sent to a disabled webhook too.",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId, deliveryId: DeliveryId }),
    response: created(QueuedDelivery),
    idempotent: true,
    prefetch: async ({ params: { baseId, webhookId, deliveryId } }) => {
      const reading = find(webhookId, deliveryId);
      const [, delivery] = await Promise.all([webhooks.find(baseId, webhookId), reading]);
      if (!delivery) throw notFound("delivery", deliveryId);
      return delivery;
    },
  },
  ({ prefetched, caller }) => redeliver(prefetched, caller),
);
