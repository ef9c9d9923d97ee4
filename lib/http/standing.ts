/* The role of the caller in a space or base, and what it and the token allow. */
import { type Principal, reaches } from "#lib/access/principal";
import { higherRole, roleMay } from "#lib/access/roles";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { type MemberItem, memberKey } from "#lib/data/spaces/members";
import { type SpaceItem, spaceKey } from "#lib/data/spaces/spaces";
import { AppError } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getEach, getItem, type Key } from "#lib/store/store";
import type { PlaceInPath } from "./call.ts";

/** The caller's role at a place, or `undefined` without a role, if the token does not name the place, or if the base is deleted. */
export async function standingAt(
  { space, base, table, gone }: PlaceInPath,
  principal: Principal,
): Promise<Standing | undefined> {
  const spaceAlone = space?.id ?? (gone?.baseId ? undefined : gone?.spaceId);
  if (spaceAlone) return standingInFoundSpace(spaceAlone, principal);
  const { baseId, spaceId } = gone ?? {
    baseId: base?.id ?? table?.baseId,
    spaceId: (base ?? table)?.spaceId,
  };
  if (!baseId || !spaceId || !reaches(principal, spaceId, baseId)) return undefined;
  const members: [Key, Key] = [
    memberKey(`BASE#${baseId}`, principal.userId),
    memberKey(`SPACE#${spaceId}`, principal.userId),
  ];
  // a table's item does not show whether its base is deleted, so the base is read too
  const [inBase, inSpace, found] =
    base || gone
      ? await getEach<[MemberItem, MemberItem]>(members)
      : await getEach<[MemberItem, MemberItem, BaseItem]>([...members, baseKey(baseId)]);
  const holder = base ?? found;
  if (!gone && (!holder || holder.deletedTime)) return undefined;
  // the base was moved to another space after the table was read
  if (holder && holder.spaceId !== spaceId) return standingAt({ base: holder }, principal);
  return higherRole(inBase?.role, inSpace?.role);
}

/** The role in a space that is known to exist, or to be in the trash. */
async function standingInFoundSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const member = await getItem<MemberItem>(memberKey(`SPACE#${spaceId}`, principal.userId));
  return higherRole(undefined, member?.role);
}

/** The role in a space, or `undefined` if the space does not exist. */
export async function standingInSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const [space, member] = await getEach<[SpaceItem, MemberItem]>([
    spaceKey(spaceId),
    memberKey(`SPACE#${spaceId}`, principal.userId),
  ]);
  return space && higherRole(undefined, member?.role);
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
