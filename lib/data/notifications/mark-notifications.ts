/*
 * Marking notifications as read or unread: each moves from one partition to the other in one commit.
 *
 *   one     ──▶ moved
 *   all     ──▶ up to 49 are moved at once; for more a job moves 490 per turn
 */

import type { Caller } from "#lib/data/identity/caller";
import { defineJob, nowhere, type Step } from "#lib/data/jobs/define-job";
import * as jobs from "#lib/data/jobs/jobs";
import { NotificationId, type UserId } from "#lib/schemas/basics/ids";
import { commitIfAny, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, readPage } from "#lib/store/store";
import { inbox, keptAt, moveChanges, type NotificationItem } from "./inbox.ts";

/** Marks one as read or unread; does nothing for unknown ids. */
export async function setRead(id: string, isRead: boolean, caller: Caller): Promise<void> {
  const { userId } = caller;
  const state = isRead ? "read" : "unread";
  const other = inbox(userId, isRead ? "unread" : "read");
  const isId = NotificationId.safeParse(id).success;
  await retryOnConflict(async () => {
    const found = isId ? await getItem<NotificationItem>({ pk: other, sk: id }) : undefined;
    await commitIfAny([
      ...(found ? moveChanges(found, userId, state) : []),
      ...keepAnswer(caller, undefined),
    ]);
  });
}

/** Two changes each, and the idempotency record. */
const perCommit = 49;
const commitsPerTurn = 10;

/** Marks all notifications up to now as read. */
export const readAll = (caller: Caller): Promise<void> =>
  retryOnConflict(async () => {
    const { userId, now } = caller;
    const { items, more } = await unreadUpTo(now, userId);
    const all = more
      ? [jobs.startChange("readNotifications", {}, { userId, now, dueTime: now }).change]
      : items.flatMap((item) => moveChanges(item, userId, "read"));
    await commitIfAny([...all, ...keepAnswer(caller, undefined)]);
  });

async function unreadUpTo(time: string, userId: UserId) {
  const range = { pk: inbox(userId, "unread"), ...keptAt(time), limit: perCommit + 1 };
  const { items } = await readPage<NotificationItem>(range);
  return { items: items.slice(0, perCommit), more: items.length > perCommit };
}

/** The job that marks all as read. */
export const readNotifications = defineJob("readNotifications", { place: nowhere }, readSome);

async function readSome({
  createdBy,
  createdTime,
  progress,
}: jobs.JobItem): Promise<Step<Record<string, never>>> {
  let { done } = progress;
  for (let i = 0; i < commitsPerTurn; i++) {
    const { items, more } = await retryOnConflict(async () => {
      const found = await unreadUpTo(createdTime, createdBy);
      const changes = found.items.flatMap((item) => moveChanges(item, createdBy, "read"));
      await commitIfAny(changes);
      return found;
    });
    done += items.length;
    if (!more) return { progress: { done } };
  }
  return { progress: { done }, at: {} };
}
