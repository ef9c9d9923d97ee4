/* Deliveries whose time came while no queue told of it: a queue waits 15 minutes at most, and what it tells may be lost. */
import { commit, Refused } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, type Item, keyAfter, readPage, removeItems } from "#lib/store/store";
import { type DeliveryItem, deliveriesDue, placeIn, waitingUntil } from "./deliveries.ts";

/** Those that are due for less may be on their way. */
const patience = 60 * 1000;
const atOnce = 1000;

/** Says once more that they are due, so that the stream tells of it. */
export async function announceDue(now: string): Promise<void> {
  const to = new Date(Date.parse(now) - patience).toISOString();
  for (let from = "", more = true; more; ) {
    const overdue = await readPage({ pk: deliveriesDue, to, limit: atOnce, ...(from && { from }) });
    await runTogether(overdue.items, (item) => announce(item, now));
    more = overdue.more;
    from = keyAfter(overdue.items.at(-1)?.sk ?? from);
  }
}

async function announce(item: Item, now: string): Promise<void> {
  const { key, time } = placeIn(item.sk);
  const delivery = await getItem<DeliveryItem>(key);
  // it was deleted with its webhook, or its days are over
  if (delivery?.dueKey?.sk !== item.sk || delivery.dueTime !== time) return removeItems([item]);
  await commit(waitingUntil(delivery, { dueTime: now }, true)).catch((error: unknown) => {
    // it is being sent
    if (!(error instanceof Refused)) throw error;
  });
}
