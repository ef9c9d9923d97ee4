/*
 * A page of notifications: one Query, in parallel with the user's memberships. Notifications about spaces and bases that the user
 * cannot open are skipped, and reading goes on until the page is full. After very many skipped ones the page ends early, with a cursor.
 */

import { placesOf } from "#lib/data/spaces/members";
import type { NotificationId, UserId } from "#lib/schemas/basics/ids";
import type { NotifyState } from "#lib/schemas/collaboration/notification";
import { keyBefore, readPage } from "#lib/store/store";
import { inbox, keptAt, type NotificationContext, type NotificationItem } from "./inbox.ts";

const perPage = 10;
/** How many are read at first, and then if too many were skipped. */
const steps = [perPage + 1, 200, 1000, 1000];

interface InboxPage {
  items: NotificationItem[];
  next: NotificationId | null;
}

interface InboxQuery {
  state: NotifyState;
  /** The id that the page starts with. */
  cursor?: string | undefined;
  now: string;
  /** Whether the caller's token covers this space or base. */
  reaches: (context: NotificationContext) => boolean;
}

/** A page of notifications that the user may see, the newest first. */
export async function readInbox(
  userId: UserId,
  { state, cursor, now, reaches }: InboxQuery,
): Promise<InboxPage> {
  const memberships = placesOpenTo(userId);
  memberships.catch(() => {});
  const pk = inbox(userId, state);
  const { from, to: latest } = keptAt(now);
  const items: NotificationItem[] = [];
  let to = cursor ?? latest;
  let end: NotificationId | null = null;
  for (const limit of steps) {
    // the cursor has expired
    if (to < from) return { items, next: null };
    const range = { pk, from, to, limit, backward: true };
    const [read, isOpen] = await Promise.all([readPage<NotificationItem>(range), memberships]);
    items.push(...read.items.filter((item) => reaches(item) && isOpen(item)));
    const next = items[perPage];
    if (next) return { items: items.slice(0, perPage), next: next.id };
    const last = read.items.at(-1);
    if (!read.more || !last) return { items, next: null };
    end = last.id;
    to = keyBefore(end);
  }
  return { items: items.filter(({ id }) => id !== end), next: end };
}

/** A predicate: whether the user may open a space or base. Two Queries in parallel. */
export async function placesOpenTo(userId: UserId): Promise<(context: NotificationContext) => boolean> {
  const [spaces, bases] = await Promise.all([placesOf(userId, "SPACE"), placesOf(userId, "BASE")]);
  const open = new Set<string>([...spaces, ...bases].map(({ id }) => id));
  return ({ spaceId, baseId }) => open.has(spaceId) || (baseId !== undefined && open.has(baseId));
}
