/*
 * Deliveries that are made due again, so that the stream announces them: overdue ones, found by a schedule, because a queue delays by at most
 * 15 minutes and its messages may be lost; and those that waited only for a receiver that now answers again.
 */
import type { WebhookId } from "#lib/schemas/basics/ids";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { removeItems } from "#lib/store/batch-writes";
import { tryCommit } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, type Item, keyAfter, readPage } from "#lib/store/store";
import { type DeliveryItem, deliveriesDue, partition, placeIn, waitingUntil } from "./deliveries.ts";

/** Deliveries that are overdue by less may still be in the queue. */
const msOverdue = msPerMinute;
const atOnce = 1000;

/** Makes overdue deliveries due again, so that the stream announces them. */
export async function announceDue(now: string): Promise<void> {
  const to = timeAfter(now, -msOverdue);
  await Promise.all(deliveriesDue.map((pk) => announceIn(pk, to, now)));
}

async function announceIn(pk: string, to: string, now: string): Promise<void> {
  for (let from = "", more = true; more; ) {
    const overdue = await readPage({ pk, to, limit: atOnce, ...(from && { from }) });
    await runTogether(overdue.items, (item) => announce(item, now));
    more = overdue.more;
    from = keyAfter(overdue.items.at(-1)?.sk ?? from);
  }
}

async function announce(item: Item, now: string): Promise<void> {
  const { key, time } = placeIn(item.sk);
  const delivery = await getItem<DeliveryItem>(key);
  // deleted with its webhook, or expired
  if (delivery?.dueKey?.sk !== item.sk || delivery.dueTime !== time) return removeItems([item]);
  // fails if it is being sent
  await tryCommit(waitingUntil(delivery, { dueTime: now }, true));
}

/** More would not fit into the call that noticed the answer: the others are due at their own times, at most 8 hours later. */
const mostAnnounced = 5000;

/** Makes those deliveries of a webhook due that were never sent because its receiver did not answer. The oldest go first. */
export async function announceUnsent(webhookId: WebhookId, now: string): Promise<void> {
  let announced = 0;
  for (let from = "evt", more = true; more && announced < mostAnnounced; ) {
    const page = await readPage<DeliveryItem>({ pk: partition(webhookId), from, limit: atOnce });
    const unsent = page.items.filter(
      ({ entity, attempts, dueTime }) => entity === "delivery" && attempts === 0 && dueTime > now,
    );
    // fails if it is being sent. Its first refusal is its first turn
    await runTogether(unsent, (delivery) =>
      tryCommit(waitingUntil(delivery, { dueTime: now, turns: 0 }, true)),
    );
    announced += unsent.length;
    more = page.more;
    from = keyAfter(page.items.at(-1)?.sk ?? from);
  }
}
