/*
 * Invitations that wait for an e-mail address to be verified: all of an address in one item, whose version decides between an
 * invitation and a verification at the same moment, and one of each at its place.
 *
 *               pk                       sk              cost
 *  of address   INVITE#<lower>           INVITE          get 1 RCU; each place's id, role and time
 *  of place     SPACE#<id> | BASE#<id>   INVITE#<inv>    written with it 2 × 2 WCU; the list of who is awaited there
 *
 *   invite   user unverified, unchanged ─┐                       ┌─ verify   invitations of the address unchanged, or none
 *            invitations of the address ─┴─ one of the two loses ┴─          and looks again
 */
import type { InvitationId, UserId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { type Change, check, checkAbsent, remove } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { getItem, getItems, type Item, type Key, keyText } from "#lib/store/store";
import type { BaseItem } from "./bases.ts";
import {
  isHigher,
  joinChanges,
  type MemberItem,
  memberKey,
  roleChanges,
  type SpaceOrBase,
} from "./members.ts";
import { exists, placeKey } from "./space-or-base.ts";

interface Waiting {
  id: InvitationId;
  role: Role;
  invitedBy: UserId;
  /** In seconds; the store may be late. */
  expiresAt: number;
}
export type InvitationItem = Item & {
  id: InvitationId;
  email: string;
  role: Role;
  invitedBy: UserId;
  createdTime: string;
  expiresAt: number;
};
export type AddressItem = Item & { places: Partial<Record<SpaceOrBase, Waiting>>; expiresAt: number };

export const addressKey = (email: string): Key => ({ pk: `INVITE#${email.toLowerCase()}`, sk: "INVITE" });
export const invitationKey = (place: SpaceOrBase, id: string): Key => ({ pk: place, sk: `INVITE#${id}` });

/** What still waits for an address. */
export const waitingAt = (address: AddressItem | undefined, now: string): [SpaceOrBase, Waiting][] =>
  (Object.entries(address?.places ?? {}) as [SpaceOrBase, Waiting][]).filter(([, waiting]) =>
    isUnexpired(waiting, now),
  );

/**
 * Accepts all that waits for an address: part of the commit that verifies it. `Refused` there means look again, for somebody has
 * invited him meanwhile. At most four changes for each of `limits.invitationsPerAddress`, and one.
 *
 * Nobody gives more than he has, also by then: whoever was removed must not come back as somebody whom he had invited before.
 */
export async function joinWaitingChanges(email: string, userId: UserId, now: string): Promise<Change[]> {
  const address = await getItem<AddressItem>(addressKey(email));
  if (!address) return [checkAbsent(addressKey(email))];
  const waiting = waitingAt(address, now);
  const keysOf = ([place, { id, invitedBy }]: [SpaceOrBase, Waiting]) => [
    ...[placeKey(place), invitationKey(place, id)],
    ...[memberKey(place, userId), memberKey(place, invitedBy)],
  ];
  const found = await getItems(waiting.flatMap(keysOf));
  const inSpaces = await getItems(
    waiting.flatMap(([place, { invitedBy }]) => {
      const base = found.find(({ pk, sk }) => pk === place && sk === "BASE") as BaseItem | undefined;
      return base ? [memberKey(`SPACE#${base.spaceId}`, invitedBy)] : [];
    }),
  );
  const items = new Map([...found, ...inSpaces].map((item) => [keyText(item), item]));
  const accepting = waiting.flatMap((each) => {
    const [place, { role, invitedBy }] = each;
    const [there, copy, member] = keysOf(each).map((key) => items.get(keyText(key)));
    const taken = copy ? [remove(copy)] : [];
    if (!exists(there)) return taken;
    const places = [place, ...("spaceId" in there ? [`SPACE#${there["spaceId"]}` as const] : [])];
    const inviter = places.map(
      (at) => items.get(keyText(memberKey(at as SpaceOrBase, invitedBy))) as MemberItem,
    );
    const given = atMost(role, inviter);
    if (!given) return taken;
    return [
      ...taken,
      check(there),
      ...atLeast(given, place, userId, member as MemberItem, { now, invitedBy }),
    ];
  });
  return [remove(address), ...accepting];
}

/** A role, or the highest that an inviter has where that is lower; nothing where he has none any more. */
function atMost(role: Role, inviter: (MemberItem | undefined)[]): Role | undefined {
  const his = inviter.flatMap((member) => (member ? [member.role] : []));
  const [highest] = his.toSorted((a, b) => (isHigher(a, b) ? -1 : 1));
  return highest && isHigher(role, highest) ? highest : highest && role;
}

/** What makes somebody a member with this role, or with the higher one that he has. */
export function atLeast(
  role: Role,
  place: SpaceOrBase,
  userId: UserId,
  member: MemberItem | undefined,
  { now, invitedBy }: { now: string; invitedBy: UserId },
): Change[] {
  if (!member) return joinChanges(place, userId, role, now, invitedBy);
  return isHigher(role, member.role) ? roleChanges(member, role) : [];
}
