import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { created, endpoint } from "#lib/http/endpoint";
import { addressProblem } from "#lib/outgoing/target";
import { invalid } from "#lib/schemas/basics/error";
import { BaseId } from "#lib/schemas/basics/ids";
import { CreatedWebhook, NewWebhook } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/webhook",
    summary: "Create a webhook",
    description:
      "The only answer that shows its secret. Each event is a POST of `{ id, type, timestamp, baseId, tableId, …, data }` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks; `data` is what it is about as it is then, absent when that is gone. Events may come twice, with the same id, and out of order; any 2xx within 10 s takes one.",
    scope: "base|update",
    params: z.object({ baseId: BaseId }),
    body: NewWebhook,
    response: created(CreatedWebhook),
    idempotent: true,
    prefetch: ({ params }) => webhooks.list(params.baseId),
  },
  async ({ params, body, caller, prefetched: others }) => {
    const message = addressProblem(body.url);
    if (message) throw invalid([{ path: "url", message }]);
    const { webhook, secret } = await webhooks.create({ ...params, others }, body, caller);
    return { ...webhooks.show(webhook), secret };
  },
);
