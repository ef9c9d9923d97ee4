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
      "This is the only response that contains the secret. Each event is a POST of `{ id, type, timestamp, baseId, tableId, …, data }`, with the members of a `Delivery` that say what happened, and with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks. `data` is the subject as it is when the event is sent, absent if it no longer exists. Events may arrive twice, with the same id, and out of order: compare `version`. Any 2xx within 10 s accepts an event. Nothing is sent for the content of a deleted table. A webhook stays when its creator leaves, and every member with the role creator or owner sees it.",
    scope: "base|update",
    tokensOnly: true,
    params: z.object({ baseId: BaseId }),
    body: NewWebhook,
    response: created(CreatedWebhook),
    idempotent: true,
    prefetch: ({ params }) => webhooks.countIn(params.baseId),
  },
  async ({ params, body, caller, prefetched: start }) => {
    const message = addressProblem(body.url);
    if (message) throw invalid([{ path: "url", message }]);
    const { webhook, secret } = await webhooks.create({ ...params, start }, body, caller);
    return { ...webhooks.show(webhook), secret };
  },
);
