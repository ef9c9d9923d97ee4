/*
 * The role of the caller in a space or base, and what it and the token allow.
 *
 * One partition of the store takes 3,000 reads a second, and a base may have more calls. So the roles are read from the caller's own list,
 * which holds the same as the members of the base and the space, and the base by turns from its own item and from its twins, or, if it has
 * none, from the copy of it in its space: docs/design/storage.md.
 */
import { type Principal, reaches } from "#lib/access/principal";
import { higherRole, roleMay } from "#lib/access/roles";
import { type BaseItem, baseCopyKey, baseKey } from "#lib/data/spaces/bases";
import { entryKey, type MemberItem, memberKey, type SpaceOrBase } from "#lib/data/spaces/members";
import type { Movable } from "#lib/data/spaces/moves";
import { type SpaceItem, spaceKey } from "#lib/data/spaces/spaces";
import { AppError } from "#lib/schemas/basics/error";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getEach, getItem, type Key } from "#lib/store/store";
import { chooseTwin, learnTwins } from "#lib/store/twins/known-twins";
import type { PlaceInPath } from "./call.ts";

/** Where a role is read. */
type RoleKey = (place: SpaceOrBase, userId: UserId) => Key;

let turns = 0;

/**
 * The caller's role at a place, or `undefined` without a role, if the token does not name the place, or if the base is deleted. Throws 410 to a
 * caller with a role if the space is in another cell.
 */
export async function standingAt(
  { space, base, table, gone }: PlaceInPath,
  principal: Principal,
): Promise<Standing | undefined> {
  const spaceAlone = space?.id ?? (gone?.baseId ? undefined : gone?.spaceId);
  // what was deleted for good is first taken from the lists of its members
  const roleKey: RoleKey = gone ? memberKey : entryKey;
  if (spaceAlone) return standingIn(space, await standingInFoundSpace(spaceAlone, principal, roleKey));
  const { baseId, spaceId } = gone ?? {
    baseId: base?.id ?? table?.baseId,
    spaceId: (base ?? table)?.spaceId,
  };
  if (!baseId || !spaceId || !reaches(principal, spaceId, baseId)) return undefined;
  const members: [Key, Key] = [
    roleKey(`BASE#${baseId}`, principal.userId),
    roleKey(`SPACE#${spaceId}`, principal.userId),
  ];
  // a table's item does not show whether its base is deleted, so the base is read too
  const own = baseKey(baseId);
  const read = chooseTwin(own) ?? (++turns % 2 === 0 ? own : baseCopyKey(spaceId, baseId));
  // of a place that is gone, the space may have the mark of a move
  const third = gone ? spaceKey(spaceId) : read;
  const [inBase, inSpace, found] = base
    ? await getEach<[MemberItem, MemberItem]>(members)
    : await getEach<[MemberItem, MemberItem, BaseItem]>([...members, third]);
  // there is no copy of a base that is deleted, or in another space
  const holder = base ?? found ?? (gone ? undefined : await getItem<BaseItem>(own));
  if (!base && !gone && (read === own || !found)) learnTwins(own, holder);
  if (!gone && (!holder || holder.deletedTime)) return undefined;
  // the base was moved to another space after the table was read
  if (!gone && holder && holder.spaceId !== spaceId) return standingAt({ base: holder }, principal);
  return standingIn(holder, higherRole(inBase?.role, inSpace?.role));
}

/** The role, with what the mark of a move says. Throws 410 if the space is in another cell. */
const standingIn = async (place: Movable | undefined, standing: Standing | undefined) =>
  standing && place?.move ? (await import("./refusals/moving.ts")).standingThere(place, standing) : standing;

/** The role in a space that is known to exist, or to be in the trash. */
async function standingInFoundSpace(
  spaceId: SpaceId,
  principal: Principal,
  roleKey: RoleKey,
): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const member = await getItem<MemberItem>(roleKey(`SPACE#${spaceId}`, principal.userId));
  return higherRole(undefined, member?.role);
}

/** The role in a space, or `undefined` if the space does not exist. Throws 410 as `standingAt`. */
export async function standingInSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const [space, member] = await getEach<[SpaceItem, MemberItem]>([
    spaceKey(spaceId),
    entryKey(`SPACE#${spaceId}`, principal.userId),
  ]);
  return space && standingIn(space, higherRole(undefined, member?.role));
}

/** Throws 403 if the token lacks the scope. */
export function allowToken(scope: Scope, { scopes }: Principal): void {
  if (scopes.includes(scope)) return;
  // RFC 6750, 3.1: the client can ask its user for this scope
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new AppError("restricted_resource", `This token lacks the scope ${scope}`, {
    headers: { "www-authenticate": challenge },
  });
}

/** Whether the role allows the scope; false without a role. */
export const mayAt = (standing: Standing | undefined, scope: Scope) =>
  standing !== undefined && roleMay(standing.role, scope);
