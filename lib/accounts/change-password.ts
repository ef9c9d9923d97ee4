/* Changing a password, for a user who knows the old one. */

import { hashPassword, isPassword } from "#lib/data/identity/passwords";
import * as sessions from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { endTemporaryTokens } from "./end-tokens.ts";
import { accountEntry } from "./log-account.ts";
import { countGuess, wrongCredentials } from "./sign-in.ts";
import type { SentFrom } from "./visitor.ts";

/** Throws 400 unless this is the password of the user, 429 after too many guesses. */
export async function requirePassword(user: UserItem, password: string, now: string): Promise<void> {
  const guess = await countGuess(user.id, undefined, now);
  if (!(await isPassword(password, user.passwordHash))) throw wrongCredentials("The password is wrong");
  await guess.wasRight();
}

/** Ends all sessions of the user; gives the cookie of a new one for the caller. Throws 400 if the old password is wrong. */
export async function changePassword(
  user: UserItem,
  { password, newPassword }: { password: string; newPassword: string },
  visitor: SentFrom,
  now: string,
): Promise<string> {
  // guesses here are limited as at sign-in, but counted apart: guesses at sign-in do not block a signed-in user
  const guess = await countGuess(user.id, undefined, now);
  const passwordHash = await hashPassword(newPassword);
  const cookie = await retryOnConflict(async () => {
    // read again by each attempt: a concurrent change makes the given password the old one
    const current = await users.find(user.id);
    if (!current || !(await isPassword(password, current.passwordHash)))
      throw wrongCredentials("The password is wrong");
    const epoch = current.epoch + 1;
    const { cookie, changes } = sessions.startChanges({ id: user.id, epoch }, now, visitor);
    const entry = accountEntry(current, "password.changed", { after: { endedSessions: true } });
    await commit([change(current, { passwordHash, epoch }), ...changes, entry]);
    return cookie;
  });
  await Promise.all([guess.wasRight(), endTemporaryTokens(user.id)]);
  return cookie;
}
