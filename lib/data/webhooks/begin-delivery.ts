/*
 * Whether it is a delivery's turn to be sent. A receiver that has just failed is left alone for a while, then asked with one event at a
 * time: whoever is first writes so into its webhook, and the others wait for another turn. So it keeps nobody else waiting.
 */

import { baseKey } from "#lib/data/spaces/bases";
import { change, commit, Refused, removeKey } from "#lib/store/commit";
import { getItem, getItems, type Item, type Key, keyText } from "#lib/store/store";
import { type DeliveryItem, endChanges } from "./deliveries.ts";
import { postpone } from "./end-delivery.ts";
import { type WebhookItem, webhookKey } from "./webhooks.ts";

export interface Begun {
  delivery: DeliveryItem;
  webhook: WebhookItem;
}

const second = 1000;
/** Longer than an attempt takes: after that, whoever was asking is not there any more. */
const asking = 30 * second;
const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();

/** What is to be sent now; nothing if this turn is over, not yet come, or nobody's any more. */
export async function beginDelivery(
  { key, version }: { key: Key; version: number },
  now: string,
): Promise<Begun | undefined> {
  const delivery = await getItem<DeliveryItem>(key);
  if (delivery?.version !== version || delivery.state !== "waiting") return undefined;
  // heard of too early (a queue waits 15 minutes at most): the schedule will say it again. Clocks may differ by a second
  if (delivery.dueTime > later(now, second)) return undefined;
  const webhook = await webhookOf(delivery);
  if (!webhook) return forget(delivery);
  if (delivery.isAsked) return { delivery, webhook };
  if (webhook.disabled) return end(delivery, "the webhook is disabled", now);
  const { failing } = webhook;
  if (!failing) return { delivery, webhook };
  const claimed = failing.until <= now && (await claim(webhook, { ...failing, until: later(now, asking) }));
  if (claimed) return { delivery, webhook: claimed };
  await postpone({ delivery, webhook }, now);
  return undefined;
}

/** Of a base that is there. */
export async function webhookOf({ baseId, webhookId }: DeliveryItem): Promise<WebhookItem | undefined> {
  const key = webhookKey(baseId, webhookId);
  const items = await getItems([baseKey(baseId), key]);
  const find = (wanted: Key): Item | undefined => items.find((item) => keyText(item) === keyText(wanted));
  const base = find(baseKey(baseId));
  return base && !base["deletedTime"] ? (find(key) as WebhookItem | undefined) : undefined;
}

async function claim(
  webhook: WebhookItem,
  failing: NonNullable<WebhookItem["failing"]>,
): Promise<WebhookItem | undefined> {
  try {
    await commit([change(webhook, { failing })]);
    return { ...webhook, failing, version: webhook.version + 1 };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Nobody can ask for it any more. */
async function forget({ pk, sk, dueKey }: DeliveryItem): Promise<undefined> {
  await unlessChanged([removeKey({ pk, sk }), ...(dueKey ? [removeKey(dueKey)] : [])]);
}

async function end(delivery: DeliveryItem, problem: string, now: string): Promise<undefined> {
  const { lastAttempt = { time: now, problem } } = delivery;
  await unlessChanged(endChanges(delivery, { state: "failed", lastAttempt }));
}

const unlessChanged = (changes: Parameters<typeof commit>[0]): Promise<void> =>
  commit(changes).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
