/* The spaces and bases that a token names: only those in which its user has a role, checked when it is made and when it is shown. */

import type { Reach, TokenItem } from "#lib/data/identity/tokens";
import { baseKey } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { spaceKey } from "#lib/data/spaces/spaces";
import { type Issue, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessToken, NewAccessToken } from "#lib/schemas/identity/access-token";
import { getItems } from "#lib/store/store";

/** The reach that a request asks for; null for full access. Throws 404 for spaces and bases that the user cannot open. */
export async function readReach(
  { hasFullAccess, spaceIds, baseIds }: Pick<NewAccessToken, "hasFullAccess" | "spaceIds" | "baseIds">,
  userId: UserId,
): Promise<Reach | null> {
  if (hasFullAccess) return null;
  const reach = { spaceIds: spaceIds ?? [], baseIds: baseIds ?? [] };
  const open = await openPlaces([reach], userId);
  const unknown = (ids: string[], member: string, kind: string): Issue[] =>
    ids.flatMap((id, i) =>
      open.has(id) ? [] : [{ path: pathOf([member, i]), message: `no such ${kind}, or no access to it` }],
    );
  const issues = [
    ...unknown(reach.spaceIds, "spaceIds", "space"),
    ...unknown(reach.baseIds, "baseIds", "base"),
  ];
  if (issues.length > 0) throw unknownInside(issues);
  return reach;
}

/** Tokens as answers show them, without spaces and bases that were deleted, or that the user can no longer open. */
export async function showTokens(items: TokenItem[], userId: UserId): Promise<AccessToken[]> {
  const open = await openPlaces(
    items.flatMap(({ reach }) => reach ?? []),
    userId,
  );
  return items.map((item) => show(item, open));
}

export async function showToken(item: TokenItem, userId: UserId): Promise<AccessToken> {
  const [shown] = await showTokens([item], userId);
  return shown as AccessToken;
}

/** A token as answers show it, with the spaces and bases in `open`; with all of them if that is left out. */
export function show(item: TokenItem, open?: ReadonlySet<string>): AccessToken {
  const { id, name, description, scopes, reach, expiredTime, createdTime, lastUsedTime } = item;
  const isOpen = (id: string) => !open || open.has(id);
  const spaceIds = reach?.spaceIds.filter(isOpen) ?? [];
  const baseIds = reach?.baseIds.filter(isOpen) ?? [];
  return {
    id,
    name,
    ...(description && { description }),
    scopes,
    // a list is empty if all its places were deleted, and absent if the token never named any
    ...(reach && reach.spaceIds.length > 0 && { spaceIds }),
    ...(reach && reach.baseIds.length > 0 && { baseIds }),
    ...(!reach && { hasFullAccess: true }),
    expiredTime,
    createdTime,
    ...(lastUsedTime && { lastUsedTime }),
  };
}

/** The named spaces and bases that exist and in which the user has a role. One round trip; none if nothing is named. */
async function openPlaces(reaches: Reach[], userId: UserId): Promise<ReadonlySet<string>> {
  const spaceIds = reaches.flatMap((reach) => reach.spaceIds);
  const baseIds = reaches.flatMap((reach) => reach.baseIds);
  if (spaceIds.length + baseIds.length === 0) return new Set();
  const [inSpaces, inBases, found] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    baseIds.length > 0 ? placesOf<BaseId>(userId, "BASE") : [],
    getItems([...spaceIds.map(spaceKey), ...baseIds.map(baseKey)]),
  ]);
  const joined = new Set<string>([...inSpaces, ...inBases].map(({ id }) => id));
  const open = found.filter(
    ({ id, spaceId, deletedTime }) =>
      !deletedTime && (joined.has(id as string) || joined.has(spaceId as string)),
  );
  return new Set(open.map(({ id }) => id as string));
}
