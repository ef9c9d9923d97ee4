/* Telling somebody that he was invited to a space or a base, once he is a member of it. */

import type { MemberItem, Place } from "#lib/data/spaces/members";
import { idOf, isThere, kindOf, placeKey } from "#lib/data/spaces/space-or-base";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { get, type Key } from "#lib/store/store";
import { actorOf } from "./notification-context.ts";
import { tell } from "./notify.ts";

export async function tellOfMembership(key: Key): Promise<void> {
  const member = await get<MemberItem>(key);
  // who made the place came by himself
  if (!member?.invitedBy) return;
  const place = member.pk as Place;
  const [found, by] = await Promise.all([get(placeKey(place)), actorOf(member.invitedBy)]);
  if (!isThere(found)) return;
  const scene =
    "spaceId" in found ? { spaceId: found.spaceId as SpaceId, baseId: found.id } : { spaceId: found.id };
  await tell(
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
