/*
 * What somebody is told: notifications, apart by whether he has read them.
 *
 *                 pk                         sk      cost
 *  notification   INBOX#<usr>#unread|read    not…    made 4 WCU, as it must be in neither; read or unread 4 WCU, with both in one commit
 *
 * An id follows from the event and its reader, and sorts by the event's time. So what is told twice is there once; a page is one Query
 * against the order of ids; and ids of long ago are those of what is over, whether the store has deleted it or not.
 */
import { createHash } from "node:crypto";
import {
  type BaseId,
  type NotificationId,
  notificationId,
  notificationIdStart,
  type SpaceId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NotifyState, NotifyType } from "#lib/schemas/collaboration/notification";
import { type Change, checkAbsent, insert, remove } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { countItems, type Item, keysStartingWith } from "#lib/store/store";

/** Where something happened: who may not go there any more is not shown what he was told of it. */
export interface NotificationContext {
  spaceId: SpaceId;
  baseId?: BaseId;
}

/** Somebody as he was called then. */
export interface Actor {
  id: UserId;
  name: string;
  avatar?: string;
}

interface Told extends NotificationContext {
  notifyType: NotifyType;
  message: string;
  /** Below the public origin. */
  path: string;
  /** Nobody: the service says it itself. */
  by?: Actor;
}
export type NotificationItem = Item & Told & { id: NotificationId; createdTime: string; expiresAt: number };

/** What happened, and when: `name` tells it from all others. */
export interface Event {
  name: string;
  time: string;
}

const day = 24 * 3600;

export const inbox = (userId: UserId, state: NotifyState) => `INBOX#${userId}#${state}`;

/** What was not over at this moment, of all that was to be told by then. */
export const keptAt = (now: string) => {
  const oldest = new Date(Date.parse(now) - limits.notificationDays * day * 1000).toISOString();
  return { from: notificationIdStart(oldest), to: keysStartingWith(notificationIdStart(now)).to };
};

/** Nothing is written if it is there already, read or unread. */
export function notifyChanges(userId: UserId, { name, time }: Event, told: Told): Change[] {
  const hash = createHash("sha256").update(`${name} ${userId}`).digest().readUIntBE(0, 6);
  const id = notificationId(time, hash);
  const item = {
    pk: inbox(userId, "unread"),
    sk: id,
    entity: "notification",
    id,
    ...told,
    createdTime: time,
    expiresAt: expiryIn(limits.notificationDays * day, time),
  };
  return [insert(item), checkAbsent({ pk: inbox(userId, "read"), sk: id })];
}

/** To the other of the two. */
export function moveChanges(before: NotificationItem, userId: UserId, state: NotifyState): Change[] {
  const { version: _, ...item } = before;
  return [remove(before), insert({ ...item, pk: inbox(userId, state) })];
}

export const countUnread = (userId: UserId, now: string): Promise<number> =>
  countItems({ pk: inbox(userId, "unread"), from: keptAt(now).from });
