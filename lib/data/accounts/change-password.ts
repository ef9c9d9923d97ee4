/* A new password of somebody who knows the old one. */

import { hashPassword, isPassword } from "#lib/data/identity/passwords";
import * as sessions from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { countGuess, wrongCredentials } from "./sign-in.ts";

/** Ends all sessions; gives the cookie of a new one for whoever asked. */
export async function changePassword(
  user: UserItem,
  { password, newPassword }: { password: string; newPassword: string },
  now: string,
): Promise<string> {
  // whoever found an open browser may not guess more often than who signs in; those who guess there cannot keep him from it
  const guess = await countGuess(user.id, undefined, now);
  const passwordHash = await hashPassword(newPassword);
  const cookie = await retryOnConflict(async () => {
    // as it is now: of two who change it at once one has the old password no more
    const current = await users.find(user.id);
    if (!current || !(await isPassword(password, current.passwordHash)))
      throw wrongCredentials("The password is not right");
    const epoch = current.epoch + 1;
    const { cookie, change: session } = sessions.startChange({ id: user.id, epoch }, now);
    await commit([change(current, { passwordHash, epoch }), session]);
    return cookie;
  });
  await guess.wasRight();
  return cookie;
}
