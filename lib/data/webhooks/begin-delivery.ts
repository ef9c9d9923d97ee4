/*
 * Decides whether a delivery is sent now. A receiver that did not answer gets no requests for a while, then one event at a time: the
 * first delivery claims the attempt in the webhook, and the others wait for their next turn. So a slow receiver delays no others. A
 * receiver that answers, whatever it answers, gets all events at once.
 */

import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { change, removeKey, tryCommit } from "#lib/store/commit";
import { getEach, getItem, type Key } from "#lib/store/store";
import { type DeliveryItem, endChanges } from "./deliveries.ts";
import { postpone } from "./end-delivery.ts";
import { type WebhookItem, webhookKey } from "./webhooks.ts";

export interface Begun {
  delivery: DeliveryItem;
  webhook: WebhookItem;
}

/** Longer than an attempt takes: after that, a claim is stale. */
const msClaimed = 30 * msPerSecond;

/**
 * The delivery to send now, with its webhook; `undefined` if this turn was done already or is too early, or if the webhook was deleted or
 * disabled.
 */
export async function beginDelivery(
  { key, version }: { key: Key; version: number },
  now: string,
): Promise<Begun | undefined> {
  const delivery = await getItem<DeliveryItem>(key);
  if (delivery?.version !== version || delivery.state !== "waiting") return undefined;
  // too early (a queue delays by at most 15 minutes): the schedule will announce it again. Clocks may differ by a second
  if (delivery.dueTime > timeAfter(now, msPerSecond)) return undefined;
  const webhook = await webhookOf(delivery);
  if (!webhook) return forget(delivery);
  if (delivery.isAsked) return { delivery, webhook };
  if (webhook.disabled) return end(delivery, "the webhook is disabled", now);
  const { failing } = webhook;
  if (!failing?.until) return { delivery, webhook };
  const claimed =
    failing.until <= now && (await claim(webhook, { ...failing, until: timeAfter(now, msClaimed) }));
  if (claimed) return { delivery, webhook: claimed };
  await postpone({ delivery, webhook }, now);
  return undefined;
}

/** The webhook of a delivery; `undefined` if it or its base was deleted. */
export async function webhookOf({ baseId, webhookId }: DeliveryItem): Promise<WebhookItem | undefined> {
  const key = webhookKey(baseId, webhookId);
  const [base, webhook] = await getEach<[BaseItem, WebhookItem]>([baseKey(baseId), key]);
  return base && !base.deletedTime ? webhook : undefined;
}

async function claim(
  webhook: WebhookItem,
  failing: NonNullable<WebhookItem["failing"]>,
): Promise<WebhookItem | undefined> {
  const isDone = await tryCommit([change(webhook, { failing })]);
  return isDone ? { ...webhook, failing, version: webhook.version + 1 } : undefined;
}

/** Removes a delivery without a webhook. */
async function forget({ pk, sk, dueKey }: DeliveryItem): Promise<undefined> {
  await tryCommit([removeKey({ pk, sk }), ...(dueKey ? [removeKey(dueKey)] : [])]);
}

async function end(delivery: DeliveryItem, problem: string, now: string): Promise<undefined> {
  const { lastAttempt = { time: now, problem } } = delivery;
  await tryCommit(endChanges(delivery, { state: "failed", lastAttempt }));
}
