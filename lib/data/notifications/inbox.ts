/*
 * The notifications of a user, in two partitions: unread and read.
 *
 *  entity        pk                                       sk     cost
 *  notification  INBOX#<user>#unread | INBOX#<user>#read  <not>  made 4 WCU, as it must be in neither; marking it as read or unread 4 WCU, with both partitions
 *                                                                in one commit
 *
 * An id is derived from the event and the reader, and sorts by the event's time. So an event reported twice gives one notification;
 * a page is one Query in descending order of ids; and expired notifications are known by their ids, even before DynamoDB deletes them.
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
import { msPerDay, secondsPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import type { NotifyState, NotifyType } from "#lib/schemas/collaboration/notification";
import { type Change, checkAbsent, insert, remove } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { countItems, type Item, keysStartingWith } from "#lib/store/store";

/** Where an event happened: users who can no longer open it do not see its notifications. */
export interface NotificationContext {
  spaceId: SpaceId;
  baseId?: BaseId;
}

/** A user with their name at that time. */
export interface Actor {
  id: UserId;
  name: string;
  avatar?: string;
}

interface NotificationContent extends NotificationContext {
  notifyType: NotifyType;
  message: string;
  /** The place, as a path; show-notification.ts makes the link of it. */
  path: string;
  /** Absent if the service itself is the sender. */
  by?: Actor;
}
export type NotificationItem = Item &
  NotificationContent & { id: NotificationId; createdTime: string; expiresAt: number };

/** An event and its time; `name` identifies it. */
export interface Event {
  name: string;
  time: string;
}

/** The partition key of a user's unread or read notifications. */
export const inbox = (userId: UserId, state: NotifyState) => `INBOX#${userId}#${state}`;

/** The range of ids of notifications that existed and had not expired at this time. */
export const keptAt = (now: string) => {
  const oldest = timeAfter(now, -limits.notificationDays * msPerDay);
  return { from: notificationIdStart(oldest), to: keysStartingWith(notificationIdStart(now)).to };
};

/** The changes that make an unread notification. Their commit fails if the notification exists already, read or unread. */
export function notifyChanges(userId: UserId, { name, time }: Event, content: NotificationContent): Change[] {
  const hash = createHash("sha256").update(`${name} ${userId}`).digest().readUIntBE(0, 6);
  const id = notificationId(time, hash);
  const item = {
    pk: inbox(userId, "unread"),
    sk: id,
    entity: "notification",
    id,
    ...content,
    createdTime: time,
    expiresAt: expiryIn(limits.notificationDays * secondsPerDay, time),
  };
  return [insert(item), checkAbsent({ pk: inbox(userId, "read"), sk: id })];
}

/** The changes that move a notification to the other partition, `state`. */
export function moveChanges(before: NotificationItem, userId: UserId, state: NotifyState): Change[] {
  const { version: _, ...item } = before;
  return [remove(before), insert({ ...item, pk: inbox(userId, state) })];
}

/** How many unread notifications have not expired. */
export const countUnread = (userId: UserId, now: string): Promise<number> =>
  countItems({ pk: inbox(userId, "unread"), from: keptAt(now).from });
