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
import type { InvitationId, UserId } from "#lib/schemas/ids";
import type { Role } from "#lib/schemas/role";
import { type Change, check, checkAbsent, remove } from "./commit.ts";
import { changingRole, isHigher, join, type MemberItem, memberKey, type Place } from "./members.ts";
import { isThere, placeKey } from "./places.ts";
import { get, getMany, type Item, type Key, keyText } from "./store.ts";

interface Waiting {
  id: InvitationId;
  role: Role;
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
export type AddressItem = Item & { places: Partial<Record<Place, Waiting>>; expiresAt: number };

export const addressKey = (email: string): Key => ({ pk: `INVITE#${email.toLowerCase()}`, sk: "INVITE" });
export const invitationKey = (place: Place, id: string): Key => ({ pk: place, sk: `INVITE#${id}` });

/** What still waits for an address. */
export const waitingAt = (address: AddressItem | undefined, now: string): [Place, Waiting][] =>
  (Object.entries(address?.places ?? {}) as [Place, Waiting][]).filter(
    ([, { expiresAt }]) => expiresAt * 1000 > Date.parse(now),
  );

/**
 * Accepts all that waits for an address: part of the commit that verifies it. `Refused` there means look again, for somebody has
 * invited him meanwhile. At most four changes for each of `limits.invitationsPerAddress`, and one.
 */
export async function joining(email: string, userId: UserId, now: string): Promise<Change[]> {
  const address = await get<AddressItem>(addressKey(email));
  if (!address) return [checkAbsent(addressKey(email))];
  const waiting = waitingAt(address, now);
  const keysOf = ([place, { id }]: [Place, Waiting]) => ({
    place: placeKey(place),
    member: memberKey(place, userId),
    copy: invitationKey(place, id),
  });
  const found = await getMany(waiting.flatMap((each) => Object.values(keysOf(each))));
  const items = new Map(found.map((item) => [keyText(item), item]));
  const accepting = waiting.flatMap((each) => {
    const [place, { role }] = each;
    const keys = keysOf(each);
    const [there, member, copy] = [keys.place, keys.member, keys.copy].map((key) => items.get(keyText(key)));
    return [
      ...(copy ? [remove(copy)] : []),
      ...(isThere(there) ? [check(there), ...atLeast(role, place, userId, member as MemberItem, now)] : []),
    ];
  });
  return [remove(address), ...accepting];
}

/** What makes somebody a member with this role, or with the higher one that he has. */
export function atLeast(
  role: Role,
  place: Place,
  userId: UserId,
  member: MemberItem | undefined,
  now: string,
): Change[] {
  if (!member) return join(place, userId, role, now);
  return isHigher(role, member.role) ? changingRole(member, role) : [];
}
