/* The subscribers of a record: users subscribe and unsubscribe themselves. */

import type { Caller } from "#lib/data/identity/caller";
import type { UserId } from "#lib/schemas/basics/ids";
import type { RecordSubscription } from "#lib/schemas/collaboration/comment";
import { commit, commitIfAny, insert, remove, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getEach, type Item } from "#lib/store/store";
import { type CountItem, countChanges, countKey, partition, type RecordPlace } from "./comments.ts";

export type SubscriberItem = Item & RecordSubscription;

const key = (place: RecordPlace, userId: UserId) => ({ pk: partition(place), sk: `SUBSCRIBER#${userId}` });

const show = ({ tableId, recordId, createdBy }: RecordSubscription): RecordSubscription => ({
  tableId,
  recordId,
  createdBy,
});

/** The subscription of a user, or `undefined`. */
export async function find(place: RecordPlace, userId: UserId): Promise<RecordSubscription | undefined> {
  const [subscriber] = await getEach<[SubscriberItem]>([key(place, userId)]);
  return subscriber && show(subscriber);
}

/** Subscribes the caller; does nothing if they are subscribed already. */
export const subscribe = (place: RecordPlace, caller: Caller): Promise<RecordSubscription> =>
  retryOnConflict(async () => {
    const at = key(place, caller.userId);
    const [existing, count] = await getEach<[SubscriberItem, CountItem]>([at, countKey(place)]);
    const subscription = show({ ...place, createdBy: caller.userId });
    const answerChanges = keepAnswer(caller, subscription);
    if (existing) await commitIfAny(answerChanges);
    else {
      const item = { ...at, entity: "subscriber", ...subscription, createdTime: caller.now };
      await commit([insert(item), ...countChanges(place, count, 0), ...answerChanges]);
    }
    return subscription;
  });

/** Removes the caller's subscription, if there is one. */
export const unsubscribe = (place: RecordPlace, { userId }: Caller): Promise<void> =>
  retryOnConflict(async () => {
    const [subscriber] = await getEach<[SubscriberItem]>([key(place, userId)]);
    if (subscriber) await commit([remove(subscriber)]);
  });
