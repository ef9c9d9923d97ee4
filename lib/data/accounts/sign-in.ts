/* Signing in with a password: answer, work and waiting are the same whether there is such an account or not. */

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
  /** What the session's cookie holds: its only clear copy. */
  cookie: string;
}

interface Credentials {
  email: string;
  password: string;
  sourceIp: string;
}

export async function signIn({ email, password, sourceIp }: Credentials, now: string): Promise<SignedIn> {
  const guess = await countGuess(email, sourceIp, now);
  // who is nobody is looked for as long as who is somebody
  const user = (await users.findByEmail(email)) ?? (await users.find(nobody));
  const isRight = await isPassword(password, user?.passwordHash);
  if (!user || !isRight) throw wrongCredentials("E-mail address or password is not right");
  const { cookie, change } = sessions.startChange(user, now);
  await Promise.all([commit([change]), guess.wasRight()]);
  return { user, cookie };
}

const nobody = "usr" as UserId;

export const wrongCredentials = (message: string) => new AppError("invalid_credentials", message);

/** Books a guess at an account, which is known by its e-mail address to all and by its id to who is signed in; or refuses it. */
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
