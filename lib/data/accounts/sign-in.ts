/* Signing in with a password. Answer, work and time are the same whether the account exists or not. */

import * as attempts from "#lib/data/identity/attempts";
import { networkOf } from "#lib/data/identity/network";
import { isPassword } from "#lib/data/identity/passwords";
import * as sessions from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";

export interface SignedIn {
  user: UserItem;
  /** The value of the session's cookie, the only clear copy. */
  cookie: string;
}

interface Credentials {
  email: string;
  password: string;
  sourceIp: string;
}

/** Throws 400 if address or password is wrong, 429 after too many guesses. */
export async function signIn({ email, password, sourceIp }: Credentials, now: string): Promise<SignedIn> {
  const guess = await countGuess(email, sourceIp, now);
  // the second read takes the time that findByEmail takes for an existing account
  const user = (await users.findByEmail(email)) ?? (await users.find(unusedId));
  const isRight = await isPassword(password, user?.passwordHash);
  if (!user || !isRight) throw wrongCredentials("The e-mail address or the password is wrong");
  const { cookie, change } = sessions.startChange(user, now);
  await Promise.all([commit([change]), guess.wasRight()]);
  return { user, cookie };
}

const unusedId = "usr" as UserId;

/** A 400 with the code `invalid_credentials`. */
export const wrongCredentials = (message: string) => new AppError("invalid_credentials", message);

/**
 * Counts a guess at an account, or throws 429. `of` is the e-mail address at sign-in, and the user id for a signed-in user.
 * Call `wasRight` if the password is right.
 */
export async function countGuess(of: string, sourceIp: string | undefined, now: string) {
  const at = Date.parse(now);
  const account = { kind: "account", of } as const;
  const source = sourceIp && networkOf(sourceIp);
  const network = source ? ({ kind: "network", of: source } as const) : undefined;
  await attempts.countAttempts([account, ...(network ? [network] : [])], at);
  return {
    wasRight: () =>
      Promise.all([
        attempts.forgetAttempts(account, at),
        ...(network ? [attempts.uncountAttempt(network, at)] : []),
      ]),
  };
}
