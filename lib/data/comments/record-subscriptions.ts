/* Who follows a record that is there: each for himself, until he says otherwise. */

import type { Caller } from "#lib/data/identity/caller";
import type { UserId } from "#lib/schemas/basics/ids";
import type { RecordSubscription } from "#lib/schemas/collaboration/comment";
import { commit, commitIfAny, insert, remove, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { Item } from "#lib/store/store";
import { type CountItem, countChanges, countKey, partition, type RecordPlace, readEach } from "./comments.ts";

export type SubscriberItem = Item & RecordSubscription;

const key = (place: RecordPlace, userId: UserId) => ({ pk: partition(place), sk: `SUBSCRIBER#${userId}` });

const show = ({ tableId, recordId, createdBy }: RecordSubscription): RecordSubscription => ({
  tableId,
  recordId,
  createdBy,
});

export async function find(place: RecordPlace, userId: UserId): Promise<RecordSubscription | undefined> {
  const [subscriber] = (await readEach([key(place, userId)])) as [SubscriberItem?];
  return subscriber && show(subscriber);
}

export const subscribe = (place: RecordPlace, caller: Caller): Promise<RecordSubscription> =>
  retryOnConflict(async () => {
    const at = key(place, caller.userId);
    const [there, count] = (await readEach([at, countKey(place)])) as [SubscriberItem?, CountItem?];
    const subscription = show({ ...place, createdBy: caller.userId });
    const marks = keepAnswer(caller, subscription);
    if (there) await commitIfAny(marks);
    else {
      const item = { ...at, entity: "subscriber", ...subscription, createdTime: caller.now };
      await commit([insert(item), ...countChanges(place, count, 0), ...marks]);
    }
    return subscription;
  });

export const unsubscribe = (place: RecordPlace, { userId }: Caller): Promise<void> =>
  retryOnConflict(async () => {
    const [subscriber] = await readEach([key(place, userId)]);
    if (subscriber) await commit([remove(subscriber)]);
  });
