/*
 * Removes a user's notifications about spaces and bases that they can no longer open, soon after they left. Lists hide these at once
 * (list-notifications.ts); after this the count of unread notifications leaves them out, too. Can be repeated.
 */

import type { MemberItem } from "#lib/data/spaces/members";
import type { UserId } from "#lib/schemas/basics/ids";
import { notifyStates } from "#lib/schemas/collaboration/notification";
import { removeItems } from "#lib/store/batch-writes";
import { getItem, type Key, keyAfter, readPage } from "#lib/store/store";
import { inbox, type NotificationItem } from "./inbox.ts";
import { placesOpenTo } from "./list-notifications.ts";

/** `entry` is the key of a removed member's entry: `USER#<user> / SPACE#… | BASE#…`. */
export async function forgetNotifications(entry: Key): Promise<void> {
  // a member again
  if (await getItem<MemberItem>(entry)) return;
  const userId = entry.pk.slice("USER#".length) as UserId;
  const isOpen = await placesOpenTo(userId);
  // unread before read, as reading moves them: so none is missed
  for (const state of notifyStates) {
    const pk = inbox(userId, state);
    for (let from: string | undefined; ; ) {
      const { items, more } = await readPage<NotificationItem>({ pk, ...(from !== undefined && { from }) });
      await removeItems(items.filter((item) => !isOpen(item)));
      const last = items.at(-1);
      if (!more || !last) break;
      from = keyAfter(last.sk);
    }
  }
}
