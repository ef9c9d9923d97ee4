/*
 * What a user lets an application do for him: his consent, and a family of tokens for each time the application signed him in.
 *
 *           pk            sk                      cost
 *  grant    USER#<user>   GRANT#<clt>             the consent; get 1 RCU
 *  family   USER#<user>   GRANT#<clt>#<family>    one exchange of a code, with all refreshes after it: see oauth-tokens.ts
 */
import type { ClientId, UserId } from "#lib/schemas/ids";
import { again, commit, remove } from "./commit.ts";
import { ending, type FamilyItem } from "./oauth-tokens.ts";
import { all, get, type Item, startingWith } from "./store.ts";

export type GrantItem = Item & {
  userId: UserId;
  clientId: ClientId;
  scopes: string[];
  /** That of its application when the user consented. */
  generation: number;
  /** Of the last consent. */
  createdTime: string;
  /** When the application last got a token. */
  lastUsedTime?: string;
};

export const grantKey = (userId: UserId, clientId: ClientId) => ({
  pk: `USER#${userId}`,
  sk: `GRANT#${clientId}`,
});

/** Every application that somebody let in, the newest first. */
export async function listOf(userId: UserId): Promise<GrantItem[]> {
  const items = await all<Item>({ pk: `USER#${userId}`, ...startingWith("GRANT#") });
  const grants = items.filter(({ entity }) => entity === "grant") as GrantItem[];
  return grants.sort((a, b) => (a.createdTime < b.createdTime ? 1 : -1));
}

/**
 * Ends what an application may do for somebody; gives whether it could do anything. Families first and the grant last, so
 * that half of it can be done again. An exchange at the same moment changes the grant, so one of the two is refused and looks again.
 */
export async function revoke(userId: UserId, clientId: ClientId): Promise<boolean> {
  return again(async () => {
    const [grant, families] = await Promise.all([
      get<GrantItem>(grantKey(userId, clientId)),
      all<FamilyItem>({ pk: `USER#${userId}`, ...startingWith(`GRANT#${clientId}#`) }),
    ]);
    const now = new Date().toISOString();
    for (const family of families) await commit(ending(family, now));
    if (grant) await commit([remove(grant)]);
    return grant !== undefined || families.length > 0;
  });
}
