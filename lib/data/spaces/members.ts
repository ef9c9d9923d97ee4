/*
 * A member of a space or a base, and what the store shows him first: the list of his places.
 *
 *          pk                       sk                       cost
 *  member  SPACE#<id> | BASE#<id>   MEMBER#<user>            get 1 RCU
 *  entry   USER#<user>              SPACE#<id> | BASE#<id>   written with the member, 2 × 2 WCU
 *
 * Both are only ever written together, so what one is says what the other is, with its version.
 */
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { type Role, roles } from "#lib/schemas/basics/role";
import { type Change, change, insert, remove } from "#lib/store/commit";
import { type Item, keysStartingWith, readAll } from "#lib/store/store";

export type SpaceOrBase = `SPACE#${SpaceId}` | `BASE#${BaseId}`;
export type MemberItem = Item & {
  userId: UserId;
  role: Role;
  createdTime: string;
  /** Nobody invited who made the place. */
  invitedBy?: UserId;
};

export const isHigher = (role: Role, than: Role) => roles.indexOf(role) < roles.indexOf(than);

export const memberKey = (place: SpaceOrBase, userId: string) => ({ pk: place, sk: `MEMBER#${userId}` });

export const entryKey = (place: SpaceOrBase, userId: string) => ({ pk: `USER#${userId}`, sk: place });

export const joinChanges = (
  place: SpaceOrBase,
  userId: UserId,
  role: Role,
  now: string,
  invitedBy?: UserId,
): Change[] => {
  const member = { userId, role, createdTime: now, ...(invitedBy && { invitedBy }) };
  return [
    insert({ ...memberKey(place, userId), entity: "member", ...member }),
    insert({ ...entryKey(place, userId), entity: "memberEntry", ...member }),
  ];
};

export const roleChanges = (member: MemberItem, role: Role): Change[] => [
  change(member, { role }),
  change(entryOf(member), { role }),
];

export const leaveChanges = (member: MemberItem): Change[] => [remove(member), remove(entryOf(member))];

const entryOf = (member: MemberItem): Item => ({
  ...member,
  ...entryKey(member.pk as SpaceOrBase, member.userId),
  entity: "memberEntry",
});

export const membersOf = (place: SpaceOrBase): Promise<MemberItem[]> =>
  readAll({ pk: place, ...keysStartingWith("MEMBER#") });

/** The places of one kind that somebody is a member of, with his role there. */
export async function placesOf<Id extends SpaceId | BaseId>(userId: UserId, kind: "SPACE" | "BASE") {
  const entries = await readAll<MemberItem>({ pk: `USER#${userId}`, ...keysStartingWith(`${kind}#`) });
  return entries.map(({ sk, role }) => ({ id: sk.slice(kind.length + 1) as Id, role }));
}
