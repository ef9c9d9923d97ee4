/*
 * Ends all tokens and application grants of a user whose e-mail address was verified just now, by a link that sets the password.
 * The account may have been made by someone else, who did not own the address: their tokens must not outlive their password.
 */

import * as tokens from "#lib/data/identity/tokens";
import * as grants from "#lib/data/oauth/grants";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Item, keysStartingWith, readAll, removeItems } from "#lib/store/store";

/** Can be repeated after an interruption. */
export async function endTokens(userId: UserId): Promise<void> {
  await Promise.all([removePersonalTokens(userId), grants.revokeAll(userId)]);
}

async function removePersonalTokens(userId: UserId): Promise<void> {
  const startingWith = (start: string) =>
    readAll<Item & { hash: string }>({ pk: `USER#${userId}`, ...keysStartingWith(start) });
  const lists = await Promise.all([startingWith("TOKEN#"), startingWith("TEMPTOKEN#")]);
  const entries = lists.flat();
  await removeItems(entries.flatMap((entry) => [tokens.key(entry.hash), entry]));
}
