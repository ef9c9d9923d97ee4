/* A token that an application asks about or gives back: found if it is its own. */

import { hash, isWellFormed } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import type { OAuthTokenItem, RefreshItem } from "#lib/data/oauth/oauth-tokens";
import { refreshKey } from "#lib/data/oauth/oauth-tokens";
import type { TokenQuestion } from "#lib/schemas/identity/oauth";
import type { Item, Key } from "#lib/store/store";
import { OAuthError } from "./error.ts";

/** The text of a token; what it could be is no question: one of either kind is found by its hash. */
export function tokenIn({ token }: TokenQuestion): string {
  if (!token) throw new OAuthError("invalid_request", "token is missing");
  return token;
}

/** Where it may stand; nowhere if it can be no token. */
export const keysOf = (token: string): Key[] =>
  isWellFormed(token) ? [key(hash(token)), refreshKey(hash(token))] : [];

export const accessIn = (items: Item[]) =>
  items.find(({ entity }) => entity === "oauthToken") as OAuthTokenItem | undefined;
export const refreshIn = (items: Item[]) =>
  items.find(({ entity }) => entity === "refreshToken") as RefreshItem | undefined;
