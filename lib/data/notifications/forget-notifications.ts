/*
 * What somebody was told of places that he may not open any more goes, soon after he left: it is shown to him no longer in any case
 * (list-notifications.ts), and is then not counted either. Can be done again.
 */

import type { MemberItem } from "#lib/data/spaces/members";
import type { UserId } from "#lib/schemas/basics/ids";
import { notifyStates } from "#lib/schemas/collaboration/notification";
import { getItem, type Key, keyAfter, readPage, removeItems } from "#lib/store/store";
import { inbox, type NotificationItem } from "./inbox.ts";
import { placesOpenTo } from "./list-notifications.ts";

/** `entry` is that of a member who was removed: `USER#<user> / SPACE#… | BASE#…`. */
export async function forgetNotifications(entry: Key): Promise<void> {
  // he is there again
  if (await getItem<MemberItem>(entry)) return;
  const userId = entry.pk.slice("USER#".length) as UserId;
  const opens = await placesOpenTo(userId);
  // one that is read meanwhile goes the same way as this does
  for (const state of notifyStates) {
    const pk = inbox(userId, state);
    for (let from: string | undefined; ; ) {
      const { items, more } = await readPage<NotificationItem>({ pk, ...(from !== undefined && { from }) });
      await removeItems(items.filter((item) => !opens(item)));
      const last = items.at(-1);
      if (!more || !last) break;
      from = keyAfter(last.sk);
    }
  }
}
