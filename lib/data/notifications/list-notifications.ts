/*
 * A page of notifications: one Query, beside what says where its reader may go. What is about other places is passed over, and the
 * page goes on until it is full; of somebody who has lost very much it ends early, with the place where it came to.
 */

import { placesOf } from "#lib/data/spaces/members";
import type { NotificationId, UserId } from "#lib/schemas/basics/ids";
import type { NotifyState } from "#lib/schemas/collaboration/notification";
import { keyBefore, readPage } from "#lib/store/store";
import { inbox, keptAt, type NotificationContext, type NotificationItem } from "./inbox.ts";

const perPage = 10;
/** How many are read at first, and if some of them are not shown. */
const steps = [perPage + 1, 200, 1000, 1000];

interface Read {
  items: NotificationItem[];
  next: NotificationId | null;
}

interface Asked {
  state: NotifyState;
  /** The page starts there. */
  cursor?: string | undefined;
  now: string;
  /** Where what the reader came with lets him look. */
  reaches: (scene: NotificationContext) => boolean;
}

export async function readInbox(userId: UserId, { state, cursor, now, reaches }: Asked): Promise<Read> {
  const opening = placesOpenTo(userId);
  opening.catch(() => {});
  const pk = inbox(userId, state);
  const { from, to: latest } = keptAt(now);
  const items: NotificationItem[] = [];
  let to = cursor ?? latest;
  let end: NotificationId | null = null;
  for (const limit of steps) {
    // a place that is over
    if (to < from) return { items, next: null };
    const range = { pk, from, to, limit, backward: true };
    const [read, opens] = await Promise.all([readPage<NotificationItem>(range), opening]);
    items.push(...read.items.filter((item) => reaches(item) && opens(item)));
    const next = items[perPage];
    if (next) return { items: items.slice(0, perPage), next: next.id };
    const last = read.items.at(-1);
    if (!read.more || !last) return { items, next: null };
    end = last.id;
    to = keyBefore(end);
  }
  return { items: items.filter(({ id }) => id !== end), next: end };
}

export async function placesOpenTo(userId: UserId): Promise<(scene: NotificationContext) => boolean> {
  const [spaces, bases] = await Promise.all([placesOf(userId, "SPACE"), placesOf(userId, "BASE")]);
  const open = new Set<string>([...spaces, ...bases].map(({ id }) => id));
  return ({ spaceId, baseId }) => open.has(spaceId) || (baseId !== undefined && open.has(baseId));
}
