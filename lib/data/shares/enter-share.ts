/* Entering a share with its password: the visitor gets a cookie, valid until the share's password or address changes. */

import * as attempts from "#lib/data/identity/attempts";
import { networkOf } from "#lib/data/identity/network";
import { isPassword } from "#lib/data/identity/passwords";
import { entryKey } from "#lib/data/schema/share-keys";
import { randomText } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { commit, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { passwordMark, passwordRequired, type Share } from "./shares.ts";

/** Lifetime of the cookie, in seconds. */
export const entrySeconds = 7 * secondsPerDay;

/**
 * Checks the password and gives the value of the cookie (the only clear copy); `undefined` if the share has no password. Throws 401
 * for a wrong password, 429 after too many guesses.
 */
export async function enterShare(
  { id, view }: Share,
  password: string,
  { sourceIp, now }: { sourceIp: string; now: string },
): Promise<string | undefined> {
  if (!view.passwordHash) return undefined;
  const guess = await countGuess(id, sourceIp, Date.parse(now));
  if (!(await isPassword(password, view.passwordHash))) throw passwordRequired("The password is wrong");
  const secret = randomText(43);
  const cookieEntry = { password: passwordMark(view), expiresAt: expiryIn(entrySeconds, now) };
  const change = insert({ ...entryKey(id, secret), entity: "shareEntry", ...cookieEntry });
  await Promise.all([commit([change]), guess.wasRight()]);
  return secret;
}

/** Counts a guess for this share and network, for the share, and for the network: one network does not lock out the others. */
async function countGuess(id: string, sourceIp: string, at: number) {
  const network = networkOf(sourceIp);
  const own = { kind: "visitor", of: `${id} ${network ?? ""}` } as const;
  const others: attempts.Attempt[] = [
    { kind: "share", of: id },
    ...(network ? [{ kind: "network", of: network } as const] : []),
  ];
  await attempts.countAttempts([own, ...others], at);
  return {
    wasRight: () =>
      Promise.all([
        attempts.forgetAttempts(own, at),
        ...others.map((each) => attempts.uncountAttempt(each, at)),
      ]),
  };
}
