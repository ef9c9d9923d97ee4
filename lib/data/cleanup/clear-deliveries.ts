/* Clears the deliveries of a webhook that was deleted, alone or with its base. */

import { type DeliveryItem, partition } from "#lib/data/webhooks/deliveries";
import { idIn } from "#lib/data/webhooks/webhooks";
import { removeItems } from "#lib/store/batch-writes";
import { type Key, readPage } from "#lib/store/store";

/** `webhook` is the key of the removed webhook. Can be repeated. */
export async function clearDeliveries(webhook: Key): Promise<void> {
  const pk = partition(idIn(webhook));
  for (let more = true; more; ) {
    const some = await readPage<DeliveryItem>({ pk });
    await removeItems(some.items.flatMap(({ dueKey }) => dueKey ?? []));
    await removeItems(some.items);
    more = some.more;
  }
}
