/*
 * Deliveries: an event that is to be sent to a webhook, and the result.
 *
 *  entity                   pk                 sk                  cost
 *  delivery, endedDelivery  DELIVERIES#<whk>   <evt>               put 1 WCU, and 1 when it is delivered; a page one Query
 *  dueDelivery              WEBHOOKDUE#<0–15>  <time>#<whk>#<evt>  per failed attempt: 2 × 2 WCU more
 *
 *   change ──▶ delivery ──▶ stream ──▶ queue ──▶ sent ──▶ accepted: ended
 *                 ▲                               └─▶ failed: due later ──▶ stream ──▶ queue, with a delay of up to 15 minutes
 *                 └───────────────────── the schedule, for overdue deliveries ─────────────────────┘
 *
 * An id is derived from the event and the webhook, so an event reported twice is one delivery. It begins with the event's time, so
 * pages are in that order. While a delivery waits, its `entity` is `delivery`; then `endedDelivery`.
 */

import { createHash, randomUUID } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import { notFound } from "#lib/schemas/basics/error";
import {
  type BaseId,
  type CommentId,
  type DeliveryId,
  deliveryIdOf,
  type FieldId,
  type RecordId,
  type TableId,
  type UserId,
  type ViewId,
  type WebhookId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { Delivery, DeliveryPage } from "#lib/schemas/collaboration/webhook";
import {
  type Change,
  change,
  commit,
  insert,
  type NewItem,
  removeKey,
  retryOnConflictFrom,
  tryCommit,
} from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, type Item, type Key, keyBefore, keyText, type Page, readPage } from "#lib/store/store";
import type { WebhookItem } from "./webhooks.ts";

/** An event: its type, time and ids, without content. */
export interface Happened {
  type: Delivery["type"];
  timestamp: string;
  tableId?: TableId;
  recordId?: RecordId;
  fieldId?: FieldId;
  viewId?: ViewId;
  commentId?: CommentId;
  /** No user edited the record: a cell has changed because another record changed. */
  computed?: true;
  /** The fields of the record whose cells changed. */
  fieldIds?: FieldId[];
  by?: UserId;
  /** The version of the subject after the change; absent in deliveries from before it was kept, and in tests. */
  version?: number;
}

interface Progress {
  state: Delivery["state"];
  /** How often it was sent. */
  attempts: number;
  /** Turns since `begunTime`, including those postponed without sending. */
  turns: number;
  begunTime?: string | undefined;
  dueTime: string;
  /** A user asked for it: it is sent even if the receiver is failing or the webhook is disabled. */
  isAsked?: true | undefined;
  lastAttempt?: Delivery["lastAttempt"];
  expiresAt: number;
}

export type DeliveryItem = Item &
  Progress & {
    id: DeliveryId;
    webhookId: WebhookId;
    baseId: BaseId;
    event: Happened;
    /** The key of its `due` item, once it has failed. */
    dueKey?: Key;
  };
/** The attributes that an attempt changes. */
export type Attempted = Partial<Progress>;

/** The partition key of a webhook's deliveries. */
export const partition = (id: WebhookId) => `DELIVERIES#${id}`;
const deliveryKey = (webhookId: WebhookId, id: DeliveryId): Key => ({ pk: partition(webhookId), sk: id });
/** All bases share these partitions, and most receivers may fail at once: docs/design/shared-places.md. */
export const dueShards = 16;
/** The partition keys of all `due` items; the last is that of an older Gridless, which had one. */
export const deliveriesDue = [
  ...Array.from({ length: dueShards }, (_, shard) => `WEBHOOKDUE#${shard}`),
  "WEBHOOKDUE",
];
/** Ids of deliveries end with the digits of a hash. */
const dueKeyOf = ({ webhookId, id }: DeliveryItem, time: string): Key => ({
  pk: `WEBHOOKDUE#${Number.parseInt(id.slice(-1), 16) % dueShards}`,
  sk: `${time}#${webhookId}#${id}`,
});
/** The delivery's key and its time, from the sort key of a `due` item. */
export function placeIn(sk: string): { key: Key; time: string } {
  const [time = "", webhookId, id] = sk.split("#");
  return { time, key: deliveryKey(webhookId as WebhookId, id as DeliveryId) };
}

const secondsKept = limits.deliveryDays * secondsPerDay;

/** A new delivery. `what` identifies the event. */
function newDelivery({ id: webhookId, baseId }: WebhookItem, event: Happened, what: string, now: string) {
  const tail = createHash("sha256").update(`${webhookId} ${what}`).digest("hex").slice(0, 24);
  const id = deliveryIdOf(event.timestamp, tail);
  return {
    ...deliveryKey(webhookId, id),
    entity: "delivery",
    id,
    webhookId,
    baseId,
    event,
    state: "waiting",
    attempts: 0,
    turns: 0,
    dueTime: now,
    expiresAt: expiryIn(secondsKept, now),
  } satisfies NewItem;
}

/** Queues an event for delivery; an event that is reported again changes nothing. */
export async function deliver(
  webhook: WebhookItem,
  event: Happened,
  what: string,
  now: string,
): Promise<void> {
  await tryCommit([insert(newDelivery(webhook, event, what, now))]);
}

/** Queues a test event for delivery. */
export async function deliverTest(webhook: WebhookItem, caller: Caller): Promise<{ deliveryId: DeliveryId }> {
  const event = { type: "webhook.test", timestamp: caller.now } as const;
  const item = newDelivery(webhook, event, randomUUID(), caller.now);
  const answer = { deliveryId: item.id };
  await commit([insert({ ...item, isAsked: true }), ...keepAnswer(caller, answer)]);
  return answer;
}

/** A delivery, or `undefined`. */
export const find = (webhookId: WebhookId, id: DeliveryId): Promise<DeliveryItem | undefined> =>
  getItem<DeliveryItem>(deliveryKey(webhookId, id));

/** Queues a delivery once more, with the same id and the full schedule of attempts. Throws 404 if it has expired. */
export function redeliver(start: DeliveryItem, caller: Caller): Promise<{ deliveryId: DeliveryId }> {
  const readAgain = () => find(start.webhookId, start.id);
  return retryOnConflictFrom(start, readAgain, async (delivery) => {
    if (!delivery || !isUnexpired(delivery, caller.now)) throw notFound("delivery", start.id);
    const answer = { deliveryId: start.id };
    const next = { turns: 0, begunTime: undefined, isAsked: true, dueTime: caller.now } as const;
    const expiresAt = expiryIn(secondsKept, caller.now);
    await commit([...waitingUntil(delivery, { ...next, expiresAt }), ...keepAnswer(caller, answer)]);
    return answer;
  });
}

/** The changes that make a delivery due at `dueTime`; with `isKept` also for the schedule. */
export function waitingUntil(
  delivery: DeliveryItem,
  next: Attempted & { dueTime: string },
  isKept = false,
): Change[] {
  const dueKey = isKept ? dueKeyOf(delivery, next.dueTime) : undefined;
  const isUnchanged = dueKey && delivery.dueKey && keyText(dueKey) === keyText(delivery.dueKey);
  return [
    change(delivery, { ...next, entity: "delivery", state: "waiting", dueKey }),
    ...(dueKey && !isUnchanged ? [insert({ ...dueKey, entity: "dueDelivery" })] : []),
    ...(isUnchanged ? [] : removeDue(delivery)),
  ];
}

/** The changes that end a delivery, delivered or failed. */
export const endChanges = (delivery: DeliveryItem, next: Attempted): Change[] => [
  change(delivery, { isAsked: undefined, ...next, entity: "endedDelivery", dueKey: undefined }),
  ...removeDue(delivery),
];

const removeDue = ({ dueKey }: DeliveryItem): Change[] => (dueKey ? [removeKey(dueKey)] : []);

/** A delivery as answers show it. */
const show = ({ id, event, state, attempts, dueTime, lastAttempt }: DeliveryItem): Delivery => ({
  id,
  ...event,
  state,
  attempts,
  ...(state === "waiting" && { nextAttemptTime: dueTime }),
  ...(lastAttempt && { lastAttempt }),
});

/** A page of stored deliveries, the newest first. */
export const readDeliveries = (webhookId: WebhookId, cursor: DeliveryId | undefined) =>
  readPage<DeliveryItem>({
    pk: partition(webhookId),
    limit: limits.deliveriesPerPage,
    backward: true,
    ...(cursor && { from: "evt", to: keyBefore(cursor) }),
  });

/** A page as answers show it, without expired deliveries. */
export const showDeliveries = ({ items, more }: Page<DeliveryItem>, now: string): DeliveryPage => ({
  deliveries: items.filter((item) => isUnexpired(item, now)).map(show),
  nextCursor: more ? (items.at(-1)?.id ?? null) : null,
});
