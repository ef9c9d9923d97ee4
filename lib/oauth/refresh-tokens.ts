/*
 * A refresh token for the next tokens (RFC 6749, 6; RFC 9700, 4.14.2). It is good once. A second use shows that two hold it, also when both come at
 * the same moment: the whole family ends, and the application asks its user again.
 */

import { hash } from "#lib/data/identity/token-text";
import type { ClientItem } from "#lib/data/oauth/clients";
import { type GrantItem, grantKey } from "#lib/data/oauth/grants";
import {
  endChanges,
  type FamilyItem,
  familyKey,
  type RefreshItem,
  refreshChanges,
} from "#lib/data/oauth/oauth-tokens";
import type { TokenRequest } from "#lib/schemas/identity/oauth";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
import { scopesIn } from "./authorization-request.ts";
import { OAuthError } from "./error.ts";
import type { Given } from "./exchange-code.ts";

/** `found` is the token's item as it was read with the client. */
export async function refreshTokens(
  request: TokenRequest & { refresh_token: string },
  client: ClientItem,
  found: RefreshItem | undefined,
  now: string,
): Promise<Given> {
  if (found?.clientId !== client.clientId || found.expiredTime <= now) throw notGood();
  const hashed = hash(request.refresh_token);
  return retryOnConflict(async () => {
    const items = await getItems([familyKey(found), grantKey(found.userId, found.clientId)]);
    const family = items.find(({ entity }) => entity === "grantFamily") as FamilyItem | undefined;
    const grant = items.find(({ entity }) => entity === "grant") as GrantItem | undefined;
    if (!family || !grant || family.generation !== client.generation) throw notGood();
    if (family.refreshHash !== hashed) {
      await commit(endChanges(family, now));
      throw notGood();
    }
    const scopes = narrowed(family, client, request.scope);
    const { pair, changes } = refreshChanges(family, scopes, now);
    await commit([...changes, ...usingGrant(grant, now)]);
    return { pair, scopes };
  });
}

/** What is asked for, of what was granted. What the application may not have any more is cut where it is used. */
function narrowed({ scopes }: FamilyItem, client: ClientItem, asked: string | undefined): string[] {
  const wanted = scopesIn(asked);
  if (!wanted) return scopes;
  if (!wanted.every((scope) => scopes.includes(scope) && client.scopes.includes(scope)))
    throw new OAuthError("invalid_scope", "A scope is not one of those that were granted");
  return wanted;
}

const hour = 3600 * 1000;

/** At most once an hour: programs on many machines refresh for the same user. */
const usingGrant = (grant: GrantItem, now: string): Change[] =>
  Date.parse(now) - Date.parse(grant.lastUsedTime ?? grant.createdTime) < hour
    ? []
    : [change(grant, { lastUsedTime: now })];

const notGood = () =>
  new OAuthError(
    "invalid_grant",
    "The refresh token is not known, was used, has expired, was revoked, or is another client's",
  );
