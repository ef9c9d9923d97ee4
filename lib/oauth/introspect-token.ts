/* What a token allows at this moment (RFC 7662): a table of how each kind of token is checked. */
import { hash } from "#lib/data/identity/token-text";
import type { ClientItem } from "#lib/data/oauth/clients";
import { findFamily, type OAuthTokenItem, type RefreshItem } from "#lib/data/oauth/oauth-tokens";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import type { Introspection } from "#lib/schemas/identity/oauth";
import type { TokenItem } from "./presented-token.ts";
import { audienceOf } from "./resource.ts";

/** Gives what a token that has not expired allows, or `undefined` if it was revoked or used. */
type Check<Kind extends TokenItem> = (
  item: Kind,
  token: string,
  client: ClientItem,
) => Promise<Allowed | undefined>;

type Allowed = Pick<OAuthTokenItem, "scopes" | "resource">;

const checks: { oauthToken: Check<OAuthTokenItem>; refreshToken: Check<RefreshItem> } = {
  oauthToken: async (item, _token, client) => (item.generation === client.generation ? item : undefined),
  refreshToken: async (item, token, client) => {
    const family = await findFamily(item);
    const isValid = family?.refreshHash === hash(token) && family.generation === client.generation;
    return isValid ? family : undefined;
  },
};

/** Describes a token to its own client. A token that is unknown, invalid or another client's is `{ active: false }`. */
export async function introspectToken(
  token: string,
  item: TokenItem | undefined,
  client: ClientItem,
  now: string,
): Promise<Introspection> {
  if (item?.clientId !== client.clientId || item.expiredTime <= now) return { active: false };
  const allowed = await (checks[item.entity] as Check<TokenItem>)(item, token, client);
  return allowed ? describeToken(item, allowed, client) : { active: false };
}

const describeToken = (
  { clientId, userId, entity, createdTime, expiredTime }: TokenItem,
  { scopes, resource }: Allowed,
  client: ClientItem,
): Introspection => ({
  active: true,
  scope: scopes.filter((scope) => client.scopes.includes(scope)).join(" "),
  client_id: clientId,
  sub: userId,
  iss: publicOrigin(),
  aud: audienceOf(resource),
  iat: epochSeconds(createdTime),
  exp: epochSeconds(expiredTime),
  ...(entity === "oauthToken" && { token_type: "Bearer" }),
});

const epochSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);
