/* Ending tokens of an application: one access token, or a family with all its tokens. */
import { hash } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { endChanges, endTokenChanges, findFamily, type OAuthTokenItem } from "#lib/data/oauth/oauth-tokens";
import { commit, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";

/** Ends all tokens of one exchange of a code. Does nothing if they have ended. */
export const endFamily = (about: Parameters<typeof findFamily>[0], now: string): Promise<void> =>
  retryOnConflict(async () => {
    const family = await findFamily(about);
    if (family) await commit(endChanges(family, now));
  });

/** Ends one access token; its family lives on. Does nothing if it has ended. */
export function endAccessToken(item: OAuthTokenItem, token: string): Promise<void> {
  const hashed = hash(token);
  return retryOnConflict(async () => {
    const [family, found] = await Promise.all([findFamily(item), getItem(key(hashed))]);
    if (found) await commit(family ? endTokenChanges(family, hashed) : [removeKey(key(hashed))]);
  });
}
