/* Telling somebody that he was invited to a space or a base, once he is a member of it. */

import type { MemberItem, SpaceOrBase } from "#lib/data/spaces/members";
import { exists, idOf, kindOf, placeKey } from "#lib/data/spaces/space-or-base";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { getItem, type Key } from "#lib/store/store";
import { actorOf } from "./notification-context.ts";
import { notify } from "./notify.ts";

export async function notifyOfMembership(key: Key): Promise<void> {
  const member = await getItem<MemberItem>(key);
  // who made the place came by himself
  if (!member?.invitedBy) return;
  const place = member.pk as SpaceOrBase;
  const [found, by] = await Promise.all([getItem(placeKey(place)), actorOf(member.invitedBy)]);
  if (!exists(found)) return;
  const scene =
    "spaceId" in found ? { spaceId: found.spaceId as SpaceId, baseId: found.id } : { spaceId: found.id };
  await notify(
    { name: `${place} ${member.createdTime}`, time: member.createdTime, by, scene },
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
