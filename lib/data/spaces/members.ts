/*
 * A member of a space or base, and the entry in the user's list of spaces and bases.
 *
 *  entity       pk                           sk                           cost
 *  member       SPACE#<space> | BASE#<base>  MEMBER#<user>                get 1 RCU
 *  memberEntry  USER#<user>                  SPACE#<space> | BASE#<base>  the role of a caller: get 1 RCU. Written with the member, 2 × 2 WCU
 *
 * Both are always written together, so they have the same content and version. A call reads the entry (lib/http/standing.ts): the partition of a
 * base would be read by all its callers.
 */
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { type Role, roles } from "#lib/schemas/basics/role";
import { type Change, change, insert, remove } from "#lib/store/commit";
import { getItem, getItems, type Item, keysStartingWith, readAll } from "#lib/store/store";

export type SpaceOrBase = `SPACE#${SpaceId}` | `BASE#${BaseId}`;
export type MemberItem = Item & {
  userId: UserId;
  role: Role;
  createdTime: string;
  /** Absent for the user who made the space or base. */
  invitedBy?: UserId;
};

/** Whether a role is strictly higher than another. */
export const isHigher = (role: Role, than: Role) => roles.indexOf(role) < roles.indexOf(than);

export const memberKey = (place: SpaceOrBase, userId: string) => ({ pk: place, sk: `MEMBER#${userId}` });

export const entryKey = (place: SpaceOrBase, userId: string) => ({ pk: `USER#${userId}`, sk: place });

/** The changes that make a user a member. */
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

/** The changes that give a member another role. */
export const roleChanges = (member: MemberItem, role: Role): Change[] => [
  change(member, { role }),
  change(entryOf(member), { role }),
];

/** The changes that remove a member. */
export const leaveChanges = (member: MemberItem): Change[] => [remove(member), remove(entryOf(member))];

const entryOf = (member: MemberItem): Item => ({
  ...member,
  ...entryKey(member.pk as SpaceOrBase, member.userId),
  entity: "memberEntry",
});

/** The role that a user has as a member of this place itself. */
export const roleAt = async (place: SpaceOrBase, userId: UserId): Promise<Role | undefined> =>
  (await getItem<MemberItem>(memberKey(place, userId)))?.role;

/** The roles that a user has in a base: as a member of it, and as a member of its space. */
export const rolesIn = async (
  { id, spaceId }: { id: BaseId; spaceId: SpaceId },
  userId: UserId,
): Promise<Role[]> => {
  const found = await getItems<MemberItem>([
    memberKey(`BASE#${id}`, userId),
    memberKey(`SPACE#${spaceId}`, userId),
  ]);
  return found.map(({ role }) => role);
};

/** All members of a space, or the direct members of a base. */
export const membersOf = (place: SpaceOrBase): Promise<MemberItem[]> =>
  readAll({ pk: place, ...keysStartingWith("MEMBER#") });

/** The ids of all spaces, or of all bases, of which a user is a member, with the roles. One Query. */
export async function placesOf<Id extends SpaceId | BaseId>(userId: UserId, kind: "SPACE" | "BASE") {
  const entries = await readAll<MemberItem>({ pk: `USER#${userId}`, ...keysStartingWith(`${kind}#`) });
  return entries.map(({ sk, role }) => ({ id: sk.slice(kind.length + 1) as Id, role }));
}
