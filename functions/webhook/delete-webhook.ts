import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { done, endpoint } from "#lib/http/endpoint";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/base/{baseId}/webhook/{webhookId}",
    summary: "Delete a webhook",
    description: "What it has not taken yet is not sent any more.",
    scope: "base|update",
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    response: done,
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  ({ prefetched }) => webhooks.remove(prefetched),
);
