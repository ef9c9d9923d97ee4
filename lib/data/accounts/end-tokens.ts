/*
 * Ends all tokens of somebody whose e-mail address was verified only now, by a link that sets his password, and all that he let
 * applications do. Whoever signed up before may have been another, who did not have the mail: what he made for himself must not outlive
 * his password.
 */

import * as tokens from "#lib/data/identity/tokens";
import * as grants from "#lib/data/oauth/grants";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Item, keysStartingWith, readAll, removeItems } from "#lib/store/store";

export async function endTokens(userId: UserId): Promise<void> {
  await Promise.all([endPersonal(userId), grants.revokeAll(userId)]);
}

async function endPersonal(userId: UserId): Promise<void> {
  const entries = await readAll<Item & { hash: string }>({
    pk: `USER#${userId}`,
    ...keysStartingWith("TOKEN#"),
  });
  await removeItems(entries.flatMap((entry) => [tokens.key(entry.hash), entry]));
}
