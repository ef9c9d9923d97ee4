/*
 * Changing what somebody is at a place, or that he is there at all. Nobody gives more than he has, or changes who has more.
 *
 * A space keeps an owner: taking it from one is a commit that looks at another one, so that of two who do it to each other one is
 * refused. A base needs none of its own, since the owners of its space own it too.
 */

import { AppError, unknownInside } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Role, Standing } from "#lib/schemas/basics/role";
import type { RoleChange } from "#lib/schemas/identity/collaborator";
import { type Change, check, commit, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
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

/** Whoever acts, and where. */
export interface Acting {
  place: SpaceOrBase;
  standing: Standing;
  userId: UserId;
}

export const setRole = (acting: Acting, { userId, role }: RoleChange, marks: Change[] = []): Promise<void> =>
  retryOnConflict(async () => {
    const { member, me } = await membersAt(acting, userId);
    refuseHigher(member.role, acting, "change");
    refuseHigher(role, acting, "make somebody");
    if (member.role === role) return commitIfAny(marks);
    const owned = role === "owner" ? [] : await staysOwned(acting.place, member, me);
    await commit([...roleChanges(member, role), ...owned, ...marks]);
  });

export const removeMember = (acting: Acting, userId: UserId): Promise<void> =>
  retryOnConflict(async () => {
    const { member, me } = await membersAt(acting, userId);
    // also who leaves: his role at a base may be the higher one of its space, never less than this
    refuseHigher(member.role, acting, "remove");
    await commit([...leaveChanges(member), ...(await staysOwned(acting.place, member, me))]);
  });

async function membersAt({ place, userId: caller }: Acting, userId: UserId) {
  const keys = { member: memberKey(place, userId), me: memberKey(place, caller) };
  const found = (await getItems(Object.values(keys))) as MemberItem[];
  const member = found.find(({ sk }) => sk === keys.member.sk);
  const me = found.find(({ sk }) => sk === keys.me.sk);
  if (member) return { member, me };
  const elsewhere = kindOf(place) === "base" ? ": members of its space are changed there" : "";
  throw unknownInside([
    { path: "userId", message: `${userId} is no member of this ${kindOf(place)}${elsewhere}` },
  ]);
}

export function refuseHigher(role: Role, { standing }: Pick<Acting, "standing">, what: string): void {
  if (isHigher(role, standing.role))
    throw new AppError("restricted_resource", `A ${standing.role} may not ${what} ${role}`);
}

/** That a space has another owner than this member, and still has when the commit comes to it. */
async function staysOwned(
  place: SpaceOrBase,
  member: MemberItem,
  me: MemberItem | undefined,
): Promise<Change[]> {
  if (kindOf(place) === "base" || member.role !== "owner") return [];
  const isOther = (each: MemberItem | undefined) => each?.role === "owner" && each.userId !== member.userId;
  const other = isOther(me) ? me : (await membersOf(place)).find(isOther);
  if (other) return [check(other)];
  throw new AppError(
    "conflict",
    "A space needs an owner: make somebody else owner first, or delete the space",
  );
}
