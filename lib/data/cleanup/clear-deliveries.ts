/* A webhook that is deleted, or goes with its base, takes its deliveries along. */

import { type DeliveryItem, partition } from "#lib/data/webhooks/deliveries";
import { idIn } from "#lib/data/webhooks/webhooks";
import { type Key, readPage, removeItems } from "#lib/store/store";

export async function clearDeliveries(webhook: Key): Promise<void> {
  const pk = partition(idIn(webhook));
  for (let more = true; more; ) {
    const some = await readPage<DeliveryItem>({ pk });
    await removeItems(some.items.flatMap(({ dueKey }) => dueKey ?? []));
    await removeItems(some.items);
    more = some.more;
  }
}
