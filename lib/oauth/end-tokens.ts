/* Ending tokens of an application: one access token, or a family with all its tokens. */
import { currentActor } from "#lib/data/identity/actor";
import { hash } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import {
  endChanges,
  endTokenChanges,
  type FamilyItem,
  findFamily,
  type OAuthTokenItem,
} from "#lib/data/oauth/oauth-tokens";
import { reachEntries } from "#lib/data/spaces/access-log/log-reach";
import { commit, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";

/** Why a family ends: its application gave it back, or a code or token of it was used a second time. */
type Reason = "givenBack" | "usedTwice";

/** Ends all tokens of one exchange of a code. Does nothing if they have ended. */
export const endFamily = (
  about: Parameters<typeof findFamily>[0],
  reason: Reason,
  now: string,
): Promise<void> =>
  retryOnConflict(async () => {
    const family = await findFamily(about);
    if (family) await commit([...endChanges(family, now), ...(await familyEntries(family, reason))]);
  });

/** The entries in the logs about the end of a family. */
export async function familyEntries(family: FamilyItem, reason: Reason) {
  const { userId, clientId, scopes, reach = null } = family;
  const client = await getItem<ClientItem>(clientKey(clientId));
  const { now, requestId } = currentActor();
  const by =
    reason === "givenBack"
      ? ({ via: "application", viaId: clientId, userId } as const)
      : ({ via: "service" } as const);
  const subject = { type: "application", id: clientId, name: client?.name } as const;
  const told = { userId, subject, before: { scopes, reach }, besides: { reason } };
  return reachEntries("application.ended", told, { now, ...(requestId && { requestId }), ...by });
}

/** Ends one access token; its family lives on. Does nothing if it has ended. */
export function endAccessToken(item: OAuthTokenItem, token: string): Promise<void> {
  const hashed = hash(token);
  return retryOnConflict(async () => {
    const [family, found] = await Promise.all([findFamily(item), getItem(key(hashed))]);
    if (found) await commit(family ? endTokenChanges(family, hashed) : [removeKey(key(hashed))]);
  });
}
