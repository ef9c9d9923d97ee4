/*
 * Deliveries: an event that a webhook is to be told, and what became of that.
 *
 *             pk                 sk                    cost
 *  delivery   DELIVERIES#<whk>   evt…                  put 1 WCU, and 1 when it was taken; a page one Query
 *  due        WEBHOOKDUE         <time>#<whk>#<evt>    with each attempt that failed: 2 × 2 WCU more
 *
 *   change ──▶ delivery ──▶ stream ──▶ queue ──▶ sent ──▶ taken: `ended`, nobody hears of it any more
 *                 ▲                               └─▶ not: due later ──▶ stream ──▶ queue, which waits up to 15 minutes
 *                 └───────────── the schedule, for what is due by then and was not sent ───────────┘
 *
 * Ids follow from what happened and from the webhook, so what is told twice is one delivery; and they begin with its time, so that
 * pages are in that order. While a delivery waits its `entity` is `delivery`, then `endedDelivery`.
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
  type ViewId,
  type WebhookId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Delivery, DeliveryPage } from "#lib/schemas/collaboration/webhook";
import {
  type Change,
  change,
  commit,
  insert,
  type NewItem,
  Refused,
  removeKey,
  retryOnConflict,
} from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, type Item, type Key, keyBefore, type Page, readPage } from "#lib/store/store";
import type { WebhookItem } from "./webhooks.ts";

/** What happened; nothing of what is in it. */
export interface Happened {
  type: Delivery["type"];
  timestamp: string;
  tableId?: TableId;
  recordId?: RecordId;
  fieldId?: FieldId;
  viewId?: ViewId;
  commentId?: CommentId;
}

interface Progress {
  state: Delivery["state"];
  /** How often it was sent. */
  attempts: number;
  /** How often it was its turn since `begunTime`, also where the receiver was left alone then. */
  turns: number;
  begunTime?: string | undefined;
  dueTime: string;
  /** Somebody wants it to be sent, whatever is known of the receiver. */
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
    /** Where it stands among what is due, once it has failed. */
    dueKey?: Key;
  };
/** What an attempt changes. */
export type Attempted = Partial<Progress>;

export const partition = (id: WebhookId) => `DELIVERIES#${id}`;
const deliveryKey = (webhookId: WebhookId, id: DeliveryId): Key => ({ pk: partition(webhookId), sk: id });
export const deliveriesDue = "WEBHOOKDUE";
const dueKeyOf = ({ webhookId, id }: DeliveryItem, time: string): Key => ({
  pk: deliveriesDue,
  sk: `${time}#${webhookId}#${id}`,
});
/** What stands at a place among what is due. */
export function placeIn(sk: string): { key: Key; time: string } {
  const [time = "", webhookId, id] = sk.split("#");
  return { time, key: deliveryKey(webhookId as WebhookId, id as DeliveryId) };
}

const secondsKept = limits.deliveryDays * 24 * 3600;

/** `what` tells the event from all others. */
function building({ id: webhookId, baseId }: WebhookItem, event: Happened, what: string, now: string) {
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

/** Has an event delivered; one that is heard of again changes nothing. */
export const deliver = (webhook: WebhookItem, event: Happened, what: string, now: string): Promise<void> =>
  commit([insert(building(webhook, event, what, now))]).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });

/** Has an event delivered that is about nothing. */
export async function deliverTest(webhook: WebhookItem, caller: Caller): Promise<{ deliveryId: DeliveryId }> {
  const event = { type: "webhook.test", timestamp: caller.now } as const;
  const item = building(webhook, event, randomUUID(), caller.now);
  const answer = { deliveryId: item.id };
  await commit([insert({ ...item, isAsked: true }), ...keepAnswer(caller, answer)]);
  return answer;
}

export const find = (webhookId: WebhookId, id: DeliveryId): Promise<DeliveryItem | undefined> =>
  getItem<DeliveryItem>(deliveryKey(webhookId, id));

/** Has it delivered once more, under the id that the receiver may know, with as much patience as the first time. */
export function redeliver(start: DeliveryItem, caller: Caller): Promise<{ deliveryId: DeliveryId }> {
  let known: DeliveryItem | undefined = start;
  return retryOnConflict(async () => {
    const delivery = known ?? (await find(start.webhookId, start.id));
    known = undefined;
    if (!delivery || !isUnexpired(delivery, caller.now)) throw notFound("delivery", start.id);
    const answer = { deliveryId: start.id };
    const next = { turns: 0, begunTime: undefined, isAsked: true, dueTime: caller.now } as const;
    const expiresAt = expiryIn(secondsKept, caller.now);
    await commit([...waitingUntil(delivery, { ...next, expiresAt }), ...keepAnswer(caller, answer)]);
    return answer;
  });
}

/** It is its turn at `dueTime`, of which the schedule knows if `isKept`. */
export function waitingUntil(
  delivery: DeliveryItem,
  next: Attempted & { dueTime: string },
  isKept = false,
): Change[] {
  const dueKey = isKept ? dueKeyOf(delivery, next.dueTime) : undefined;
  const isThere = dueKey && dueKey.sk === delivery.dueKey?.sk;
  return [
    change(delivery, { ...next, entity: "delivery", state: "waiting", dueKey }),
    ...(dueKey && !isThere ? [insert({ ...dueKey, entity: "dueDelivery" })] : []),
    ...(isThere ? [] : forgetting(delivery)),
  ];
}

/** It is over, for good or bad. */
export const endChanges = (delivery: DeliveryItem, next: Attempted): Change[] => [
  change(delivery, { isAsked: undefined, ...next, entity: "endedDelivery", dueKey: undefined }),
  ...forgetting(delivery),
];

const forgetting = ({ dueKey }: DeliveryItem): Change[] => (dueKey ? [removeKey(dueKey)] : []);

/** A delivery as answers show it. */
const show = ({ id, event, state, attempts, dueTime, lastAttempt }: DeliveryItem): Delivery => ({
  id,
  ...event,
  state,
  attempts,
  ...(state === "waiting" && { nextAttemptTime: dueTime }),
  ...(lastAttempt && { lastAttempt }),
});

export const readDeliveries = (webhookId: WebhookId, cursor: DeliveryId | undefined) =>
  readPage<DeliveryItem>({
    pk: partition(webhookId),
    limit: limits.deliveriesPerPage,
    backward: true,
    ...(cursor && { from: "evt", to: keyBefore(cursor) }),
  });

export const showDeliveries = ({ items, more }: Page<DeliveryItem>, now: string): DeliveryPage => ({
  deliveries: items.filter((item) => isUnexpired(item, now)).map(show),
  nextCursor: more ? (items.at(-1)?.id ?? null) : null,
});
