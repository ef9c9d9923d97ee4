/* The uses of mailed links: to reset a password, and to verify an e-mail address. */

import * as attempts from "#lib/data/identity/attempts";
import * as mails from "#lib/data/identity/mails";
import { limitNetwork } from "#lib/data/identity/network";
import { hashPassword } from "#lib/data/identity/passwords";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import type { UserItem } from "#lib/data/identity/users";
import { joinWaitingChanges } from "#lib/data/spaces/invitations";
import { tooMany } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import {
  type Change,
  change,
  commit,
  commitIfAny,
  remove,
  retryOnConflict,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { endTemporaryTokens, endTokens } from "./end-tokens.ts";
import { accountEntry } from "./log-account.ts";
import { enter, getLinkedUser, type SignedIn, type Waiting } from "./sign-in.ts";
import type { SentFrom } from "./visitor.ts";

/** The limit of mails of each kind to one address. */
const perAddress: RateLimit = { rate: 1 / 300, burst: 3 };

const secondsToWait = (kind: mails.Mail["kind"], email: string) =>
  takeCall(hash(`${kind} ${email.toLowerCase()}`), perAddress, Date.now());

/**
 * Asks for a mail with a link that resets the password. The account is looked up when the mail is sent, so answer, work and time
 * are the same whether it exists or not. Over the limit of one address no mail is sent: an error would reveal earlier requests.
 */
export async function askForReset(input: { email: string; sourceIp: string }, now: string): Promise<void> {
  await limitNetwork("reset", input.sourceIp);
  if ((await secondsToWait("resetPassword", input.email)) > 0) return;
  await commit([mails.sendChange({ kind: "resetPassword", to: input.email }, now)]);
}

/**
 * Sets the password by a mailed link and signs in; with a second factor, its code is asked for first. Ends all other sessions and makes
 * older links invalid; if the address was not verified before, also ends all tokens and grants. Throws 400 if the link is invalid.
 */
export async function resetPassword(
  input: { link: string; password: string; visitor: SentFrom },
  now: string,
): Promise<SignedIn | Waiting> {
  // before hashing: an invalid link costs none
  const read = () => getLinkedUser(input.link, "resetPassword", now);
  const start = await read();
  const { id, verifiedTime } = start.user;
  const [passwordHash] = await Promise.all([
    hashPassword(input.password),
    // before the commit, so that a retry with the same link can do it again; and after it, when no old session can make another token
    !verifiedTime && endTokens(id),
  ]);
  const reset = await retryOnConflictFrom(start, read, async ({ link, user }) => {
    const epoch = user.epoch + 1;
    const verifying = await verifyChanges(user, now);
    const changes = { ...verifying.attributes, passwordHash, epoch };
    const { result, changes: entering } = enter({ ...user, ...changes }, input.visitor, now);
    const entry = accountEntry(user, "password.reset", {
      after: { endedSessions: true, ...(!user.verifiedTime && { endedTokens: true }) },
    });
    await commit([change(user, changes), remove(link), ...entering, ...verifying.changes, entry]);
    return { result, isFirst: !user.verifiedTime };
  });
  const { isFirst, result } = reset;
  await Promise.all([
    isFirst ? endTokens(id) : endTemporaryTokens(id),
    attempts.forgetAttempts({ kind: "account", of: result.user.email }, Date.parse(now)),
  ]);
  return result;
}

/** Sends a link that verifies the user's address, unless it is verified. Throws 429 over the limit of one address. */
export async function askForVerification(user: UserItem, caller: RequestInfo): Promise<void> {
  const answerChanges = keepAnswer(caller, undefined);
  if (user.verifiedTime) return commitIfAny(answerChanges);
  const seconds = await secondsToWait("verifyEmail", user.email);
  if (seconds > 0) throw tooMany("requests", seconds, describeLimit(perAddress));
  const mail = mails.sendChange({ kind: "verifyEmail", to: user.email, userId: user.id }, caller.now);
  await commit([mail, ...answerChanges]);
}

/**
 * Verifies the address of the signed-in user. `undefined` if the link belongs to another account: the owner of the mailbox need not
 * be the person who signed up with its address, and must not verify it for a stranger. Throws 400 if the link is invalid.
 */
export const verifyEmail = (
  secret: string,
  caller: RequestInfo & { userId: UserId | undefined },
): Promise<UserItem | undefined> =>
  retryOnConflict(async () => {
    const { link, user } = await getLinkedUser(secret, "verifyEmail", caller.now);
    if (user.id !== caller.userId) return undefined;
    const { attributes, changes } = await verifyChanges(user, caller.now);
    await commit([change(user, attributes), remove(link), ...changes, ...keepAnswer(caller, undefined)]);
    return { ...user, ...attributes };
  });

interface Verified {
  attributes: { verifiedTime?: string };
  changes: Change[];
}

/** The changes that mark the address as verified and accept its invitations; none if it was verified before. */
async function verifyChanges(user: UserItem, now: string): Promise<Verified> {
  if (user.verifiedTime) return { attributes: {}, changes: [] };
  const joining = await joinWaitingChanges(user.email, user, now);
  return { attributes: { verifiedTime: now }, changes: [...joining, accountEntry(user, "email.verified")] };
}
