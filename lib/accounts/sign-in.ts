/* Signing in with a password. Answer, work and time are the same whether the account exists or not. */

import * as attempts from "#lib/data/identity/attempts";
import * as links from "#lib/data/identity/links";
import { networkOf } from "#lib/data/identity/network";
import { isPassword } from "#lib/data/identity/passwords";
import * as sessions from "#lib/data/identity/sessions";
import type { ProviderIdentity, UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { AppError, invalid } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, commit, remove } from "#lib/store/commit";
import { linkIdentityChanges } from "./link-identity.ts";
import { accountEntry, sessionSubject } from "./log-account.ts";
import { spendCode } from "./second-factor.ts";
import type { SentFrom } from "./visitor.ts";

export interface SignedIn {
  user: UserItem;
  /** The value of the session's cookie, the only clear copy. */
  cookie: string;
}

/** The password was right, and the code of the second factor is missing. */
export interface Waiting {
  user: UserItem;
  /** Stands for the password, for ten minutes, once. */
  waiting: string;
}

interface Credentials {
  email: string;
  password: string;
  visitor: SentFrom;
}

/** Throws 400 if address or password is wrong, 429 after too many guesses. */
export async function signIn(
  { email, password, visitor }: Credentials,
  now: string,
): Promise<SignedIn | Waiting> {
  const guess = await countGuess(email, visitor.sourceIp, now);
  // the second read takes the time that findByEmail takes for an existing account
  const user = (await users.findByEmail(email)) ?? (await users.find(unusedId));
  const isRight = await isPassword(password, user?.passwordHash);
  if (!user || !isRight) throw wrongCredentials("The e-mail address or the password is wrong");
  const entered = enter(user, visitor, now);
  await Promise.all([commit(entered.changes), guess.wasRight()]);
  return entered.result;
}

/**
 * What follows when a user has proved who they are: a session; or, with a second factor, a secret that waits for its code. Every way to
 * sign in ends here. `changes` store it. `linking` is an identity to be linked with the session: after the code, if one is asked for.
 */
export function enter(
  user: UserItem,
  place: sessions.Place,
  now: string,
  linking?: ProviderIdentity,
): { result: SignedIn | Waiting; changes: Change[] } {
  const { id: userId, email, epoch } = user;
  if (user.secondFactorTime) {
    const about = { email, userId, epoch, ...(linking && { identity: linking }) };
    const { secret, change } = links.createChange("secondFactor", about, now);
    return { result: { user, waiting: secret }, changes: [change] };
  }
  const { cookie, changes } = startSession(user, place, now);
  return { result: { user, cookie }, changes };
}

/** A new session, with its entry in the log of the user. */
export function startSession(user: UserItem, place: sessions.Place, now: string) {
  const { cookie, key, changes } = sessions.startChanges(user, now, place);
  return { cookie, changes: [...changes, accountEntry(user, "session.began", sessionSubject(key, place))] };
}

/** Signs in with the code that was missing. Throws 400 if it is wrong or the secret is, 429 after too many guesses. */
export async function signInWithCode(
  { waiting, code, visitor }: { waiting: string; code: string; visitor: SentFrom },
  now: string,
): Promise<SignedIn> {
  const read = () => getLinkedUser(waiting, "secondFactor", now);
  const { user } = await read();
  let cookie = "";
  await spendCode(user.id, code, now, async (use) => {
    // read again by each attempt: a twin may have used it
    const { link, user } = await read();
    const session = startSession(user, visitor, now);
    cookie = session.cookie;
    const linking =
      process.env["GRIDLESS_OIDC_ISSUER"] && link.identity
        ? await linkIdentityChanges(user, link.identity, now)
        : [];
    return [use, remove(link), ...session.changes, ...linking];
  });
  return { user, cookie };
}

/** Throws the 400 for a sign-in without the code that the account needs. */
export function missCode(): never {
  throw new AppError("invalid_credentials", "This account has a second factor: send its code too", {
    data: { issues: [{ path: "code", message: "is missing" }] },
  });
}

/** The link and its user; throws 400 if it is unknown, used, expired, or older than the user's password. */
export async function getLinkedUser(secret: string, purpose: links.Purpose, now: string) {
  const link = await links.find(secret, purpose, now);
  const user = link?.userId ? await users.find(link.userId) : undefined;
  const isOld = link?.epoch !== undefined && link.epoch !== user?.epoch;
  if (!link || !user || isOld || link.email !== user.email)
    throw invalid([{ path: "link", message: "invalid or expired: ask for a new one" }]);
  return { link, user };
}

const unusedId = "usr" as UserId;

/** The error for a wrong address or password: 400, with the code `invalid_credentials`. */
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
