/* Giving the password of a share: who does is let in by a cookie, until it has another password or address. */

import * as attempts from "#lib/data/identity/attempts";
import { networkOf } from "#lib/data/identity/network";
import { isPassword } from "#lib/data/identity/passwords";
import { entryKey } from "#lib/data/schema/share-keys";
import { randomText } from "#lib/schemas/basics/ids";
import { commit, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { passwordMark, passwordRequired, type Share } from "./shares.ts";

/** How long one who gave the password is let in, in seconds. */
export const entrySeconds = 7 * 24 * 3600;

/** Lets in who knows the password: gives what the cookie is to hold, its only clear copy; none where no password is asked for. */
export async function enterShare(
  { id, view }: Share,
  password: string,
  { sourceIp, now }: { sourceIp: string; now: string },
): Promise<string | undefined> {
  if (!view.passwordHash) return undefined;
  const guess = await guessing(id, sourceIp, Date.parse(now));
  if (!(await isPassword(password, view.passwordHash))) throw passwordRequired("The password is not right");
  const secret = randomText(43);
  const entry = { password: passwordMark(view), expiresAt: expiryIn(entrySeconds, now) };
  const change = insert({ ...entryKey(id, secret), entity: "shareEntry", ...entry });
  await Promise.all([commit([change]), guess.wasRight()]);
  return secret;
}

/** Few guesses for each network, so that who guesses does not lock others out; all of them together are not many either. */
async function guessing(id: string, sourceIp: string, at: number) {
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
