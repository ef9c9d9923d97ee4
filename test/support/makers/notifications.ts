/* Notifications without the events that would cause them, for tests of lists. */

import { type NotificationContext, notifyChanges } from "#lib/data/notifications/inbox";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { nextMillisecond } from "#test/support/run/next-millisecond";

let events = 0;

/** Creates `count` notifications, one millisecond apart, the last at `given` or now; gives their ids in that order. */
export async function told(
  userId: UserId,
  count: number,
  scene: NotificationContext,
  given?: number,
): Promise<string[]> {
  const last = given ?? (await nextMillisecond());
  const all = Array.from({ length: count }, (_, i) => {
    const event = { name: `test ${++events}`, time: new Date(last - (count - 1 - i)).toISOString() };
    const path = scene.baseId ? `/base/${scene.baseId}` : `/space/${scene.spaceId}`;
    return notifyChanges(userId, event, { ...scene, notifyType: "system", message: `n${i + 1}`, path });
  });
  for (let i = 0; i < count; i += 50) await commit(all.slice(i, i + 50).flat());
  return all.map(([made]) => (made?.op === "create" ? made.item.sk : ""));
}
