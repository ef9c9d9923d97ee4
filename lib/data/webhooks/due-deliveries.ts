/* Overdue deliveries, announced by a schedule: a queue delays by at most 15 minutes, and its messages may be lost. */
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { removeItems } from "#lib/store/batch-writes";
import { tryCommit } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, type Item, keyAfter, readPage } from "#lib/store/store";
import { type DeliveryItem, deliveriesDue, placeIn, waitingUntil } from "./deliveries.ts";

/** Deliveries that are overdue for less may be on their way. */
const msOverdue = msPerMinute;
const atOnce = 1000;

/** Makes overdue deliveries due again, so that the stream announces them. */
export async function announceDue(now: string): Promise<void> {
  const to = timeAfter(now, -msOverdue);
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
  // deleted with its webhook, or expired
  if (delivery?.dueKey?.sk !== item.sk || delivery.dueTime !== time) return removeItems([item]);
  // fails if it is being sent
  await tryCommit(waitingUntil(delivery, { dueTime: now }, true));
}
