/* Changing what an access token allows. */
import type { Caller } from "#lib/data/identity/caller";
import * as tokens from "#lib/data/identity/tokens";
import { invalid } from "#lib/schemas/basics/error";
import type { AccessTokenId } from "#lib/schemas/basics/ids";
import {
  type AccessToken,
  type AccessTokenUpdate,
  reachesNothing,
  reachesSomething,
} from "#lib/schemas/identity/access-token";
import { keepAnswer } from "#lib/store/idempotency-records";
import { tokenEntries } from "./log-account.ts";
import { readReach, show } from "./token-reach.ts";

/** Gives the token as answers show it. Throws 404 if the caller has no such token, or no role in a place that it is to reach. */
export async function updateToken(
  id: AccessTokenId,
  update: AccessTokenUpdate,
  caller: Caller,
): Promise<AccessToken> {
  const { userId, now } = caller;
  const { name, description, scopes } = update;
  const reading = readReach(update, userId);
  // an unknown token is reported before an unknown place
  reading.catch(() => {});
  const item = await tokens.getOf(userId, id, now);
  const reach = mergeReach(item, update, await reading);
  const changes = {
    name,
    scopes,
    reach,
    ...(description !== undefined && { description: description || undefined }),
  };
  const besides = async (changed: tokens.TokenItem, before: tokens.TokenItem) => [
    ...keepAnswer(caller, show(changed)),
    ...(await tokenEntries("token.changed")(changed, before)),
  ];
  return show(await tokens.update(item, changes, now, besides));
}

/**
 * The reach after an update; lists that it leaves out stay, null clears. Throws 400 if the scopes need a place and none was named, unless
 * the update clears a list, or the token reached nothing before.
 */
function mergeReach(
  { reach: before, scopes: had }: tokens.TokenItem,
  { scopes, spaceIds, baseIds, hasFullAccess }: AccessTokenUpdate,
  sent: tokens.Reach | null,
): tokens.Reach | null {
  const namesNothing = !spaceIds?.length && !baseIds?.length;
  if (!sent || (!before && hasFullAccess === undefined && namesNothing)) return null;
  const after = {
    spaceIds: spaceIds === undefined ? (before?.spaceIds ?? []) : sent.spaceIds,
    baseIds: baseIds === undefined ? (before?.baseIds ?? []) : sent.baseIds,
  };
  const isCleared = before !== null && [spaceIds, baseIds].some((ids) => ids === null || ids?.length === 0);
  const reachedNothing = before !== null && !reachesSomething({ scopes: had, ...namedIn(before) });
  if (!isCleared && !reachedNothing && !reachesSomething({ scopes, ...namedIn(after) }))
    throw invalid([{ path: "hasFullAccess", message: reachesNothing }]);
  return after;
}

const namedIn = ({ spaceIds, baseIds }: tokens.Reach) => ({
  ...(spaceIds.length > 0 && { spaceIds }),
  ...(baseIds.length > 0 && { baseIds }),
});
