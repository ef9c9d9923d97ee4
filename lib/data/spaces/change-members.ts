/*
 * Changing the role of a member, or removing a member. Callers may not give a role above their own, nor change members above them.
 *
 * A space always has an owner: a commit that demotes or removes an owner also checks another owner. So if two owners remove each
 * other at once, one commit fails. A base needs no owner of its own, since the owners of its space own it too.
 */

import { AppError, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Role, Standing } from "#lib/schemas/basics/role";
import type { RoleChange } from "#lib/schemas/identity/collaborator";
import { type Change, check, commit, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { getEach } from "#lib/store/store";
import { openLog } from "./access-log/open-log.ts";
import {
  isHigher,
  leaveChanges,
  type MemberItem,
  memberKey,
  membersOf,
  roleChanges,
  type SpaceOrBase,
} from "./members.ts";
import { kindOf } from "./space-or-base.ts";

/** The caller, their role, and the space or base that they act on. */
export interface Acting {
  place: SpaceOrBase;
  standing: Standing;
  userId: UserId;
}

/** Changes a role. Throws 403 for roles above the caller's, 404 if not a member, 400 for the last owner of a space. */
export const setRole = (
  acting: Acting,
  { userId, role }: RoleChange,
  answerChanges: Change[] = [],
): Promise<void> =>
  retryOnConflict(async () => {
    const [{ member, me }, log] = await Promise.all([
      membersAt(acting, userId),
      openLog(acting.place, [userId]),
    ]);
    // callers may always lower their own role
    if (userId !== acting.userId) refuseHigher(member.role, acting, "change a member with the role");
    refuseHigher(role, acting, "give the role");
    if (member.role === role) return commitIfAny(answerChanges);
    const ownerChecks = role === "owner" ? [] : await checkOtherOwner(acting.place, member, me);
    const told = { subject: log.person(userId), before: { role: member.role }, after: { role } };
    await commit([
      ...roleChanges(member, role),
      log.entry("member.roleChanged", told),
      ...ownerChecks,
      ...answerChanges,
    ]);
  });

/** Removes a member, or lets the caller leave. Throws as `setRole`. */
export const removeMember = (acting: Acting, userId: UserId): Promise<void> =>
  retryOnConflict(async () => {
    const [{ member, me }, log] = await Promise.all([
      membersAt(acting, userId),
      openLog(acting.place, [userId]),
    ]);
    // also when callers leave: their effective role is at least their role as a member here
    refuseHigher(member.role, acting, "remove a member with the role");
    const action = userId === acting.userId ? "member.left" : "member.removed";
    await commit([
      ...leaveChanges(member),
      log.entry(action, { subject: log.person(userId), before: { role: member.role } }),
      ...(await checkOtherOwner(acting.place, member, me)),
    ]);
  });

async function membersAt({ place, userId: caller }: Acting, userId: UserId) {
  const [member, me] = await getEach<[MemberItem, MemberItem]>([
    memberKey(place, userId),
    memberKey(place, caller),
  ]);
  if (member) return { member, me };
  const elsewhere = kindOf(place) === "base" ? "; change members of its space in the space" : "";
  throw unknownInside([
    { path: "userId", message: `${userId} is not a member of this ${kindOf(place)}${elsewhere}` },
  ]);
}

/** Throws 403 if a role is higher than the caller's; `act` is what they may not do with it. */
export function refuseHigher(role: Role, { standing }: Pick<Acting, "standing">, act: string): void {
  if (isHigher(role, standing.role))
    throw new AppError("restricted_resource", `The role ${standing.role} may not ${act} ${role}`);
}

/** A check that another owner remains, for the commit that demotes or removes this member. Throws 400 if there is none: a retry cannot help. */
async function checkOtherOwner(
  place: SpaceOrBase,
  member: MemberItem,
  me: MemberItem | undefined,
): Promise<Change[]> {
  if (kindOf(place) === "base" || member.role !== "owner") return [];
  const isOther = (each: MemberItem | undefined) => each?.role === "owner" && each.userId !== member.userId;
  const other = isOther(me) ? me : (await membersOf(place)).find(isOther);
  if (other) return [check(other)];
  throw invalid([
    { path: "userId", message: "is the last owner: make another member owner first, or delete the space" },
  ]);
}
