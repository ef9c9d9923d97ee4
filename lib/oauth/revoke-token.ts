/* Ending a token that its application gives back (RFC 7009): a table of what ends with each kind of token. */

import type { OAuthTokenItem, RefreshItem } from "#lib/data/oauth/oauth-tokens";
import { endAccessToken, endFamily } from "./end-tokens.ts";
import type { TokenItem } from "./presented-token.ts";

type End<Kind extends TokenItem> = (item: Kind, token: string, now: string) => Promise<void>;

const ends: { oauthToken: End<OAuthTokenItem>; refreshToken: End<RefreshItem> } = {
  oauthToken: endAccessToken,
  refreshToken: (item, _token, now) => endFamily(item, "givenBack", now),
};

/** Ends an access token alone, and a refresh token with its whole family. Without an item there is nothing to end. */
export async function revokeToken(token: string, item: TokenItem | undefined, now: string): Promise<void> {
  if (item) await (ends[item.entity] as End<TokenItem>)(item, token, now);
}
