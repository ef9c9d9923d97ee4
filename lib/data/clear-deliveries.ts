/* A webhook that is deleted, or goes with its base, takes its deliveries along. */

import { type Key, page, removeMany } from "#lib/store/store";
import { type DeliveryItem, partition } from "./deliveries.ts";
import { idIn } from "./webhooks.ts";

export async function clearDeliveries(webhook: Key): Promise<void> {
  const pk = partition(idIn(webhook));
  for (let more = true; more; ) {
    const some = await page<DeliveryItem>({ pk });
    await removeMany(some.items.flatMap(({ dueKey }) => dueKey ?? []));
    await removeMany(some.items);
    more = some.more;
  }
}
