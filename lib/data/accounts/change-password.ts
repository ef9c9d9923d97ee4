/* Changing a password, for a user who knows the old one. */

import { hashPassword, isPassword } from "#lib/data/identity/passwords";
import * as sessions from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { endTemporaryTokens } from "./end-tokens.ts";
import { countGuess, wrongCredentials } from "./sign-in.ts";

/** Ends all sessions of the user; gives the cookie of a new one for the caller. Throws 400 if the old password is wrong. */
export async function changePassword(
  user: UserItem,
  { password, newPassword }: { password: string; newPassword: string },
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
    const { cookie, change: session } = sessions.startChange({ id: user.id, epoch }, now);
    await commit([change(current, { passwordHash, epoch }), session]);
    return cookie;
  });
  await Promise.all([guess.wasRight(), endTemporaryTokens(user.id)]);
  return cookie;
}
