import { beginDelivery } from "#lib/data/webhooks/begin-delivery";
import { announceUnsent } from "#lib/data/webhooks/due-deliveries";
import { endDelivery, postpone } from "#lib/data/webhooks/end-delivery";
import { buildEventBody } from "#lib/data/webhooks/event-body";
import { secretsOf } from "#lib/data/webhooks/webhooks";
import { consumer } from "#lib/events/consumer";
import { sendEvent } from "#lib/outgoing/event";
import { signatureHeaders } from "#lib/outgoing/sign";

const clock = () => new Date().toISOString();

export const handler = consumer(
  {
    summary: "Send an event to the receiver of a webhook",
    changes: [{ entity: "delivery", kinds: ["created", "changed"], dueAt: "dueTime" }],
    batch: 1,
    // each of these may be blocked by a receiver that does not answer, for the length of one attempt
    atOnce: 30,
  },
  async (change) => {
    const begun = await beginDelivery(change, clock());
    if (!begun) return;
    const { delivery, webhook } = begun;
    const now = clock();
    const body = await buildEventBody(delivery, webhook, now);
    if (body === undefined) return postpone(begun, now);
    const secrets = secretsOf(webhook, now);
    const headers = signatureHeaders({ id: delivery.id, body, now, secrets });
    const isBack = await endDelivery(begun, await sendEvent(webhook.url, headers, body), clock());
    if (isBack) await announceUnsent(webhook.id, clock());
  },
);
