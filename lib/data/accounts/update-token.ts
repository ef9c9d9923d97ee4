/* Changing what an access token allows. */
import type { Caller } from "#lib/data/identity/caller";
import * as tokens from "#lib/data/identity/tokens";
import type { AccessTokenId } from "#lib/schemas/basics/ids";
import type { AccessToken, AccessTokenUpdate } from "#lib/schemas/identity/access-token";
import { keepAnswer } from "#lib/store/idempotency-records";
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
  const changes = {
    name,
    scopes,
    reach: await reading,
    ...(description !== undefined && { description: description || undefined }),
  };
  return show(await tokens.update(item, changes, now, (changed) => keepAnswer(caller, show(changed))));
}
