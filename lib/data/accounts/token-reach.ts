/* The places that a token names: those that its user has a role in, when it is made and whenever it is shown. */

import type { Reach, TokenItem } from "#lib/data/identity/tokens";
import { baseKey } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { spaceKey } from "#lib/data/spaces/spaces";
import { type Issue, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessToken, NewAccessToken } from "#lib/schemas/identity/access-token";
import { getItems } from "#lib/store/store";

/** The reach that a request asks for; 404 for places that are not there, or not for him. */
export async function readReach(
  { hasFullAccess, spaceIds, baseIds }: Pick<NewAccessToken, "hasFullAccess" | "spaceIds" | "baseIds">,
  userId: UserId,
): Promise<Reach | null> {
  if (hasFullAccess) return null;
  const reach = { spaceIds: spaceIds ?? [], baseIds: baseIds ?? [] };
  const open = await openPlaces([reach], userId);
  const unknown = (ids: string[], member: string, kind: string): Issue[] =>
    ids.flatMap((id, i) =>
      open.has(id) ? [] : [{ path: pathOf([member, i]), message: `is no ${kind} that you have access to` }],
    );
  const issues = [
    ...unknown(reach.spaceIds, "spaceIds", "space"),
    ...unknown(reach.baseIds, "baseIds", "base"),
  ];
  if (issues.length > 0) throw unknownInside(issues);
  return reach;
}

/** Tokens as answers show them: without the places that were deleted or lost since. */
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

/** With the places that are open to its user; all of them if that has just been seen. */
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
    ...(spaceIds.length > 0 && { spaceIds }),
    ...(baseIds.length > 0 && { baseIds }),
    ...(!reach && { hasFullAccess: true }),
    expiredTime,
    createdTime,
    ...(lastUsedTime && { lastUsedTime }),
  };
}

/** Of the places named, those that are there and that somebody has a role in. One round trip, none where nothing is named. */
async function openPlaces(reaches: Reach[], userId: UserId): Promise<ReadonlySet<string>> {
  const spaceIds = reaches.flatMap((reach) => reach.spaceIds);
  const baseIds = reaches.flatMap((reach) => reach.baseIds);
  if (spaceIds.length + baseIds.length === 0) return new Set();
  const [inSpaces, inBases, found] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    baseIds.length > 0 ? placesOf<BaseId>(userId, "BASE") : [],
    getItems([...spaceIds.map(spaceKey), ...baseIds.map(baseKey)]),
  ]);
  const his = new Set<string>([...inSpaces, ...inBases].map(({ id }) => id));
  const open = found.filter(
    ({ id, spaceId, deletedTime }) => !deletedTime && (his.has(id as string) || his.has(spaceId as string)),
  );
  return new Set(open.map(({ id }) => id as string));
}
