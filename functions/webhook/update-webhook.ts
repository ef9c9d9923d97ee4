import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { endpoint, ok } from "#lib/http/endpoint";
import { addressProblem } from "#lib/outgoing/target";
import { invalid } from "#lib/schemas/basics/error";
import { BaseId, WebhookId } from "#lib/schemas/basics/ids";
import { Webhook, WebhookUpdate } from "#lib/schemas/collaboration/webhook";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/base/{baseId}/webhook/{webhookId}",
    summary: "Update the address, events or additions of a webhook",
    description:
      "The secret and the deliveries are kept; events that are waiting go to the new address. A new address ends `failingSince` and `disabled`, which were about the former one.",
    scope: "base|update",
    tokensOnly: true,
    params: z.object({ baseId: BaseId, webhookId: WebhookId }),
    body: WebhookUpdate,
    response: ok(Webhook),
    idempotent: true,
    prefetch: ({ params }) => webhooks.find(params.baseId, params.webhookId),
  },
  async ({ body, caller, prefetched }) => {
    const message = body.url && addressProblem(body.url);
    if (message) throw invalid([{ path: "url", message }]);
    const { show } = webhooks;
    return show(await webhooks.update(prefetched, body, (changed) => keepAnswer(caller, show(changed))));
  },
);
