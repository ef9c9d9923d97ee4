/* Who is calling, and what his token is good for. */
import type { BaseId, SpaceId, UserId } from "#lib/schemas/ids";
import type { Scope } from "./scopes.ts";

export interface Principal {
  userId: UserId;
  scopes: readonly Scope[];
  /** Null: every base (space) the user has a role on. */
  reach: { spaceIds: readonly SpaceId[]; baseIds: readonly BaseId[] } | null;
}

/** Whether the token names this base, or the space it lies in. */
export const reaches = ({ reach }: Principal, spaceId: SpaceId, baseId?: BaseId): boolean =>
  !reach || reach.spaceIds.includes(spaceId) || (baseId !== undefined && reach.baseIds.includes(baseId));
