/*
 * Ends all tokens and application grants of a user whose e-mail address was verified just now, by a link that sets the password.
 * The account may have been made by someone else, who did not own the address: their tokens must not outlive their password.
 */

import * as tokens from "#lib/data/identity/tokens";
import * as grants from "#lib/data/oauth/grants";
import { AppError } from "#lib/schemas/basics/error";
import type { AccessTokenId, UserId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { type Item, type Key, keysStartingWith, keyText, readAll } from "#lib/store/store";
import { tokenEntries } from "./log-account.ts";

/** Can be repeated after an interruption. */
export async function endTokens(userId: UserId): Promise<void> {
  await Promise.all([removePersonalTokens(userId), grants.revokeAll(userId)]);
}

/** Ends the temporary tokens that a session made, or all temporary tokens of the user, because these sessions have ended. Can be repeated. */
export async function endTemporaryTokens(userId: UserId, session?: Key): Promise<void> {
  const entries = await entriesOf(userId, "TEMPTOKEN#");
  await removeEntries(session ? entries.filter((entry) => entry.session === keyText(session)) : entries);
}

async function removePersonalTokens(userId: UserId): Promise<void> {
  const [listed, temporary] = await Promise.all([
    entriesOf(userId, "TOKEN#"),
    entriesOf(userId, "TEMPTOKEN#"),
  ]);
  // one by one, each with its entries in the logs
  for (const { id } of listed)
    if (id) await tokens.remove(userId, id, tokenEntries("token.deleted")).catch(ignoreGone);
  await removeEntries(temporary);
}

/** The token was deleted meanwhile, or has expired. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not_found")) throw error;
}

type Entry = Item & { hash: string; session?: string; id?: AccessTokenId };

const entriesOf = (userId: UserId, start: string) =>
  readAll<Entry>({ pk: `USER#${userId}`, ...keysStartingWith(start) });

const removeEntries = (entries: Entry[]) =>
  removeItems(entries.flatMap((entry) => [tokens.key(entry.hash), entry]));
