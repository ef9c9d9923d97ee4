/*
 * The grant type `refresh_token`: a refresh token for the next tokens (RFC 6749, 6; RFC 9700, 4.14.2). It gives one pair. For 30 s
 * it gives that pair again: to parallel tabs, to requests at the same moment, to a client that lost the answer. A later use shows
 * that two parties hold it: the whole family of tokens ends, and the application asks its user again.
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
  refreshKey,
  repeatUse,
} from "#lib/data/oauth/oauth-tokens";
import { msPerHour } from "#lib/schemas/basics/time-units";
import type { TokenRequest } from "#lib/schemas/identity/oauth";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { getEach } from "#lib/store/store";
import { parseScopes } from "../authorization-request.ts";
import { familyEntries } from "../end-tokens.ts";
import { OAuthError } from "../oauth-error.ts";
import { narrowResource } from "../resource.ts";
import { type GrantType, type IssuedTokens, requireParameter } from "./grant-type.ts";

/** Throws invalid_grant for a token that is unknown, used, expired, revoked or another client's; invalid_scope for other scopes. */
export const refreshToken: GrantType = {
  keyOf: (request) => refreshKey(hash(requireParameter(request, "refresh_token"))),
  issueTokens: (request, client, found, now) =>
    refreshTokens(request, client, found as RefreshItem | undefined, now),
};

async function refreshTokens(
  request: TokenRequest,
  client: ClientItem,
  found: RefreshItem | undefined,
  now: string,
): Promise<IssuedTokens> {
  if (found?.clientId !== client.clientId || found.expiredTime <= now) throw invalidToken();
  const used = requireParameter(request, "refresh_token");
  return retryOnConflict(async () => {
    const [family, grant] = await getEach<[FamilyItem, GrantItem]>([
      familyKey(found),
      grantKey(found.userId, found.clientId),
    ]);
    if (!family || !grant || family.generation !== client.generation) throw invalidToken();
    if (family.refreshHash !== hash(used)) {
      const repeated = repeatUse(family, used, now);
      if (repeated) return repeated;
      await commit([...endChanges(family, now), ...(await familyEntries(family, "usedTwice"))]);
      throw invalidToken();
    }
    const scopes = narrowScopes(family, client, request.scope);
    const resource = narrowResource(family.resource, request.resource);
    const allowed = { scopes, ...(resource && { resource }) };
    const { pair, changes } = refreshChanges(family, { used, ...allowed }, now);
    await commit([...changes, ...markGrantUsed(grant, now)]);
    return { pair, scopes };
  });
}

/** The scopes that the request asks for, or all that were granted. Scopes that the client lost since have no effect when the token is used. */
function narrowScopes({ scopes }: FamilyItem, client: ClientItem, requested: string | undefined): string[] {
  const wanted = parseScopes(requested);
  if (!wanted) return scopes;
  if (!wanted.every((scope) => scopes.includes(scope) && client.scopes.includes(scope)))
    throw new OAuthError("invalid_scope", "A scope is not one of those that were granted");
  return wanted;
}

/** At most once an hour: programs on many machines refresh for the same user. */
const markGrantUsed = (grant: GrantItem, now: string): Change[] =>
  Date.parse(now) - Date.parse(grant.lastUsedTime ?? grant.createdTime) < msPerHour
    ? []
    : [change(grant, { lastUsedTime: now })];

const invalidToken = () =>
  new OAuthError(
    "invalid_grant",
    "The refresh token is not known, was used, has expired, was revoked, or is another client's",
  );
