import * as z from "zod";
import { readDeliveries, showDeliveries } from "#lib/data/webhooks/deliveries";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { DeliveriesQuery, DeliveryPage } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/webhook/{webhookId}/delivery",
    summary: "List what a webhook was sent, or is to be, the newest first",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    query: DeliveriesQuery,
    response: ok(DeliveryPage),
    prefetch: async ({ params: { baseId, webhookId }, query: { cursor } }) => {
      const [page] = await Promise.all([readDeliveries(webhookId, cursor), webhooks.find(baseId, webhookId)]);
      return page;
    },
  },
  ({ prefetched: page, now }) => showDeliveries(page, now),
);
