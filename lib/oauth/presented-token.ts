/* A token that an application asks about or gives back, of either kind: it is found by its hash. */
import { clientIn, hash, isWellFormed } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { type OAuthTokenItem, type RefreshItem, refreshKey } from "#lib/data/oauth/oauth-tokens";
import type { ClientId } from "#lib/schemas/basics/ids";
import type { TokenQuestion } from "#lib/schemas/identity/oauth";
import type { Item, Key } from "#lib/store/store";
import { OAuthError } from "./oauth-error.ts";

/** An access token or a refresh token, as it is stored. */
export type TokenItem = OAuthTokenItem | RefreshItem;

/** The token's text. Throws invalid_request if it is missing. `token_type_hint` is ignored. */
export function requireToken({ token }: TokenQuestion): string {
  if (!token) throw new OAuthError("invalid_request", "token is missing");
  return token;
}

/** The keys that a token of either kind would have; none for a text that cannot be a token. */
export const tokenKeys = (token: string): Key[] =>
  isWellFormed(token) ? [key(hash(token)), refreshKey(hash(token))] : [];

/** The item of the token among those that were read, or `undefined`. */
export const findToken = (items: Item[]): TokenItem | undefined =>
  items.find(({ entity }) => entity === "oauthToken" || entity === "refreshToken") as TokenItem | undefined;

/** Throws invalid_grant if the token's text names another client (RFC 7009, 2.1). */
export function refuseTokenOfAnother(token: string, clientId: ClientId): void {
  const owner = clientIn(token);
  if (owner && owner !== clientId)
    throw new OAuthError("invalid_grant", "The token was given to another client");
}
