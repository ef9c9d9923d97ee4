/*
 * Ends all tokens of somebody whose e-mail address was verified only now, by a link that sets his password: those that he made and
 * those of applications that he let in. Whoever signed up before may have been another, who did not have the mail: what he made for
 * himself must not outlive his password.
 */
import type { UserId } from "#lib/schemas/ids";
import * as grants from "./grants.ts";
import { all, type Item, removeMany, startingWith } from "./store.ts";
import * as tokens from "./tokens.ts";

export async function endTokens(userId: UserId): Promise<void> {
  const [entries, granted] = await Promise.all([
    all<Item & { hash: string }>({ pk: `USER#${userId}`, ...startingWith("TOKEN#") }),
    grants.listOf(userId),
  ]);
  await Promise.all([
    removeMany(entries.flatMap((entry) => [tokens.key(entry.hash), entry])),
    ...granted.map(({ clientId }) => grants.revoke(userId, clientId)),
  ]);
}
