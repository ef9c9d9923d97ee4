/* What mailed links are for: to set a password anew, and to show that an e-mail address is one's own. */

import * as attempts from "#lib/data/identity/attempts";
import * as links from "#lib/data/identity/links";
import * as mails from "#lib/data/identity/mails";
import { limitNetwork } from "#lib/data/identity/network";
import { hashPassword } from "#lib/data/identity/passwords";
import { type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import * as sessions from "#lib/data/identity/sessions";
import { hash } from "#lib/data/identity/token-text";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { invalid, tooMany } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, commitIfAny, remove, retryOnConflict } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { endTokens } from "./end-tokens.ts";
import type { SignedIn } from "./sign-in.ts";

/** Mails of one kind to one address. */
const perAddress: RateLimit = { rate: 1 / 300, burst: 3 };

const secondsToWait = (kind: mails.Mail["kind"], email: string) =>
  takeCall(hash(`${kind} ${email.toLowerCase()}`), perAddress, Date.now());

/**
 * Nobody is looked up: whoever sends the mail sees whether there is such an account. So answer, work and time are the same.
 * Too many for one address are silently none, for an error would tell that others asked.
 */
export async function askForReset(input: { email: string; sourceIp: string }, now: string): Promise<void> {
  await limitNetwork("reset", input.sourceIp);
  if ((await secondsToWait("resetPassword", input.email)) > 0) return;
  await commit([mails.sendChange({ kind: "resetPassword", to: input.email }, now)]);
}

/** Ends all sessions, and with them whatever somebody else had. Older links are good for nothing then. */
export async function resetPassword(
  input: { link: string; password: string },
  now: string,
): Promise<SignedIn> {
  // a link that is not good costs no hashing
  let found: Awaited<ReturnType<typeof userOf>> | undefined = await userOf(input.link, "resetPassword", now);
  const { id, verifiedTime } = found.user;
  const [passwordHash] = await Promise.all([
    hashPassword(input.password),
    // before, as whoever is stopped half-way has the link still; and after, when nobody is left who could make another
    !verifiedTime && endTokens(id),
  ]);
  const reset = await retryOnConflict(async () => {
    const { link, user } = found ?? (await userOf(input.link, "resetPassword", now));
    found = undefined;
    const epoch = user.epoch + 1;
    const verifying = await verified(user, now);
    const { cookie, change: session } = sessions.startChange({ id: user.id, epoch }, now);
    const changes = { ...verifying.attributes, passwordHash, epoch };
    await commit([change(user, changes), remove(link), session, ...verifying.changes]);
    return { user: { ...user, ...changes }, cookie, isFirst: !user.verifiedTime };
  });
  const { isFirst, ...done } = reset;
  await Promise.all([
    isFirst && endTokens(id),
    attempts.forgetAttempts({ kind: "account", of: done.user.email }, Date.parse(now)),
  ]);
  return done;
}

export async function askForVerification(user: UserItem, caller: RequestInfo): Promise<void> {
  const marks = keepAnswer(caller, undefined);
  if (user.verifiedTime) return commitIfAny(marks);
  const seconds = await secondsToWait("verifyEmail", user.email);
  if (seconds > 0) throw tooMany("requests", seconds);
  const mail = mails.sendChange({ kind: "verifyEmail", to: user.email, userId: user.id }, caller.now);
  await commit([mail, ...marks]);
}

/**
 * Nothing where the link is of another account than that of whoever is signed in: whoever has the mail need not be who signed up with
 * its address, and would verify it for a stranger.
 */
export const verifyEmail = (
  secret: string,
  caller: RequestInfo & { userId: UserId | undefined },
): Promise<UserItem | undefined> =>
  retryOnConflict(async () => {
    const { link, user } = await userOf(secret, "verifyEmail", caller.now);
    if (user.id !== caller.userId) return undefined;
    const { attributes, changes } = await verified(user, caller.now);
    await commit([change(user, attributes), remove(link), ...changes, ...keepAnswer(caller, undefined)]);
    return { ...user, ...attributes };
  });

interface Verified {
  attributes: { verifiedTime?: string };
  changes: Change[];
}

/** What changes when somebody has shown that his address is his; nothing where he had. */
async function verified(user: UserItem, now: string): Promise<Verified> {
  if (user.verifiedTime) return { attributes: {}, changes: [] };
  return { attributes: { verifiedTime: now }, changes: await joinWaitingChanges(user.email, user.id, now) };
}

/** Whose link it is. One that was mailed before his password was changed is good for nothing. */
async function userOf(secret: string, purpose: links.Purpose, now: string) {
  const link = await links.find(secret, purpose, now);
  const user = link?.userId ? await users.find(link.userId) : undefined;
  const isOld = link?.epoch !== undefined && link.epoch !== user?.epoch;
  if (!link || !user || isOld || link.email !== user.email)
    throw invalid([{ path: "link", message: "is not good, or not any more: ask for a new one" }]);
  return { link, user };
}
