/* Who follows a record that is there: each for himself, until he says otherwise. */

import type { Caller } from "#lib/data/identity/caller";
import type { UserId } from "#lib/schemas/basics/ids";
import type { RecordSubscription } from "#lib/schemas/collaboration/comment";
import { again, commit, commitAny, insert, remove } from "#lib/store/commit";
import { marking } from "#lib/store/idempotency-records";
import type { Item } from "#lib/store/store";
import { type CountItem, counting, countKey, type Place, partition, readEach } from "./comments.ts";

export type SubscriberItem = Item & RecordSubscription;

const key = (place: Place, userId: UserId) => ({ pk: partition(place), sk: `SUBSCRIBER#${userId}` });

const show = ({ tableId, recordId, createdBy }: RecordSubscription): RecordSubscription => ({
  ...{ tableId, recordId, createdBy },
});

export async function find(place: Place, userId: UserId): Promise<RecordSubscription | undefined> {
  const [subscriber] = (await readEach([key(place, userId)])) as [SubscriberItem?];
  return subscriber && show(subscriber);
}

export const subscribe = (place: Place, caller: Caller): Promise<RecordSubscription> =>
  again(async () => {
    const at = key(place, caller.userId);
    const [there, count] = (await readEach([at, countKey(place)])) as [SubscriberItem?, CountItem?];
    const subscription = show({ ...place, createdBy: caller.userId });
    const marks = marking(caller, subscription);
    if (there) await commitAny(marks);
    else {
      const item = { ...at, entity: "subscriber", ...subscription, createdTime: caller.now };
      await commit([insert(item), ...counting(place, count, 0), ...marks]);
    }
    return subscription;
  });

export const unsubscribe = (place: Place, { userId }: Caller): Promise<void> =>
  again(async () => {
    const [subscriber] = await readEach([key(place, userId)]);
    if (subscriber) await commit([remove(subscriber)]);
  });
