/* Notifies a user who was invited to a space or base, once they are a member. */

import type { MemberItem, SpaceOrBase } from "#lib/data/spaces/members";
import { exists, idOf, kindOf, placeKey } from "#lib/data/spaces/space-or-base";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { getItem, type Key } from "#lib/store/store";
import { actorOf } from "./notification-context.ts";
import { notify } from "./notify.ts";

/** `key` is the key of a member. Does nothing if the member, the space or the base was deleted. */
export async function notifyOfMembership(key: Key): Promise<void> {
  const member = await getItem<MemberItem>(key);
  // the user who made the space or base was not invited
  if (!member?.invitedBy) return;
  const place = member.pk as SpaceOrBase;
  const [found, by] = await Promise.all([getItem(placeKey(place)), actorOf(member.invitedBy)]);
  if (!exists(found)) return;
  const context =
    "spaceId" in found ? { spaceId: found.spaceId as SpaceId, baseId: found.id } : { spaceId: found.id };
  await notify(
    { name: `${place} ${member.createdTime}`, time: member.createdTime, by, context },
    new Map([
      [
        member.userId,
        {
          notifyType: "system",
          message: `${by.name} invited you to the ${kindOf(place)} ${found.name}`,
          path: `/${kindOf(place)}/${idOf(place)}`,
        },
      ],
    ]),
  );
}
