/*
 * The second factor of an account: codes of an authenticator application (totp.ts), and ten recovery codes for a person who has lost it.
 *
 *  entity        pk           sk            cost
 *  secondFactor  USER#<user>  SECONDFACTOR  get 1 RCU and update 1 WCU at each sign-in, in the commit of the session
 *
 *   begin ─▶ the secret is sealed and stored, and counts for nothing yet
 *   confirm, with a first code ─▶ `secondFactorTime` of the user: from now on no session begins without a code
 *
 * A code is used in the commit that it allows: of two requests with the same code one is refused. Attempts are limited like passwords.
 */
import { randomBytes } from "node:crypto";
import * as attempts from "#lib/data/identity/attempts";
import { hash } from "#lib/data/identity/token-text";
import * as users from "#lib/data/identity/users";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { getEach, getItem, type Item } from "#lib/store/store";
import { accountEntry } from "./log-account.ts";
import { openSealed, sealFor } from "./sealed.ts";
import { findStep, toBase32 } from "./totp.ts";

interface FactorItem extends Item {
  /** The secret of the codes, sealed. */
  sealed: string;
  /** The step of the last code that was used. */
  lastStep?: number;
  /** Hashes of the recovery codes that are left. */
  recovery?: string[];
  confirmedTime?: string;
}

const purpose = "second factor";
const recoveryCodes = 10;
const factorKey = (userId: UserId) => ({ pk: `USER#${userId}`, sk: "SECONDFACTOR" });

/** Makes a new secret, in place of one that was never confirmed. Throws 409 if the second factor is on. */
export async function beginSecondFactor(userId: UserId): Promise<Uint8Array> {
  const secret = randomBytes(20);
  const sealed = await sealFor(userId, purpose, secret);
  await retryOnConflict(async () => {
    const found = await getItem<FactorItem>(factorKey(userId));
    if (found?.confirmedTime) throw isOn();
    await commit([
      found ? change(found, { sealed }) : insert({ ...factorKey(userId), entity: "secondFactor", sealed }),
    ]);
  });
  return secret;
}

/** The secret that waits for its first code, or `undefined`. */
export async function findWaitingSecret(userId: UserId): Promise<Uint8Array | undefined> {
  const found = await getItem<FactorItem>(factorKey(userId));
  return found && !found.confirmedTime ? openSealed(userId, purpose, found.sealed) : undefined;
}

/** Turns the second factor on, with a first code. Gives the recovery codes, the only clear copy. Throws 400 if the code is wrong. */
export async function confirmSecondFactor(userId: UserId, code: string, now: string): Promise<string[]> {
  const guess = await countCode(userId, now);
  const made = makeRecoveryCodes();
  await retryOnConflict(async () => {
    const { user, factor } = await readFactor(userId);
    if (factor.confirmedTime) throw isOn();
    const lastStep = findStep(
      await openSealed(userId, purpose, factor.sealed),
      digitsOf(code),
      Date.parse(now),
    );
    if (lastStep === undefined) throw wrongCode();
    const confirmed = { confirmedTime: now, lastStep, recovery: made.hashes };
    const entry = accountEntry(user, "secondFactor.enabled");
    await commit([change(factor, confirmed), change(user, { secondFactorTime: now }), entry]);
  });
  await guess.wasRight();
  return made.codes;
}

/** Replaces the recovery codes. Throws 400 if the code is wrong. */
export async function replaceRecoveryCodes(userId: UserId, code: string, now: string): Promise<string[]> {
  const made = makeRecoveryCodes();
  await useCode(userId, code, now, (use, { factor, user }) => [
    change(factor, { ...use, recovery: made.hashes }),
    accountEntry(user, "recoveryCodes.replaced"),
  ]);
  return made.codes;
}

/** Turns the second factor off. Throws 400 if the code is wrong. */
export const endSecondFactor = (userId: UserId, code: string, now: string): Promise<void> =>
  useCode(userId, code, now, (_, { user, factor }) => [
    remove(factor),
    change(user, { secondFactorTime: undefined }),
    accountEntry(user, "secondFactor.disabled"),
  ]);

/** Turns the second factor off without a code, for an administrator of the deployment. Gives false if it is off. */
export const removeSecondFactor = (userId: UserId): Promise<boolean> =>
  retryOnConflict(async () => {
    const [user, factor] = await readItems(userId);
    if (!user?.secondFactorTime) return false;
    await commit([
      ...(factor ? [remove(factor)] : []),
      change(user, { secondFactorTime: undefined }),
      accountEntry(user, "secondFactor.disabled"),
    ]);
    return true;
  });

/** Counts an attempt, then commits what a right code allows: `changesOf` gets the change that uses the code, each time it is tried. */
export async function spendCode(
  userId: UserId,
  code: string,
  now: string,
  changesOf: (use: Change) => Promise<Change[]>,
): Promise<void> {
  await useCode(userId, code, now, (use, { factor }) => changesOf(change(factor, use)));
}

type Use = { lastStep: number } | { recovery: string[] };
interface Read {
  user: users.UserItem;
  factor: FactorItem;
}

async function useCode(
  userId: UserId,
  code: string,
  now: string,
  changesOf: (use: Use, read: Read) => Change[] | Promise<Change[]>,
): Promise<void> {
  const guess = await countCode(userId, now);
  await retryOnConflict(async () => {
    const read = await readFactor(userId);
    const use = await findUse(read.factor, userId, code, Date.parse(now));
    if (!use) throw wrongCode();
    const spent =
      "recovery" in use
        ? [accountEntry(read.user, "recoveryCode.used", { after: { left: use.recovery.length } })]
        : [];
    await commit([...(await changesOf(use, read)), ...spent]);
  });
  await guess.wasRight();
}

async function findUse(
  { sealed, lastStep, recovery = [], confirmedTime }: FactorItem,
  userId: UserId,
  code: string,
  at: number,
): Promise<Use | undefined> {
  if (!confirmedTime) throw isOff();
  const digits = digitsOf(code);
  if (/^\d{6}$/.test(digits)) {
    const step = findStep(await openSealed(userId, purpose, sealed), digits, at, lastStep);
    return step === undefined ? undefined : { lastStep: step };
  }
  const hashed = hashOfRecovery(code);
  return recovery.includes(hashed) ? { recovery: recovery.filter((each) => each !== hashed) } : undefined;
}

const readItems = (userId: UserId) =>
  getEach<[users.UserItem, FactorItem]>([users.userKey(userId), factorKey(userId)]);

async function readFactor(userId: UserId): Promise<Read> {
  const [user, factor] = await readItems(userId);
  if (!user || !factor) throw isOff();
  return { user, factor };
}

async function countCode(userId: UserId, now: string) {
  const attempt = { kind: "code", of: userId } as const;
  await attempts.countAttempt(attempt, Date.parse(now));
  return { wasRight: () => attempts.forgetAttempts(attempt, Date.parse(now)) };
}

/** Ten codes of 80 random bits each, as people read them, and their hashes. */
function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: recoveryCodes }, () => {
    const letters = toBase32(randomBytes(10)).toLowerCase();
    return (letters.match(/.{4}/g) ?? []).join("-");
  });
  return { codes, hashes: codes.map(hashOfRecovery) };
}

const hashOfRecovery = (code: string) => hash(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ""));
const digitsOf = (code: string) => code.replaceAll(/\s/g, "");

const wrongCode = () => {
  const message = "is wrong, or was used before: wait for the next one";
  return new AppError("invalid_credentials", `The code ${message}`, {
    data: { issues: [{ path: "code", message }] },
  });
};
const isOn = () => new AppError("conflict", "The second factor is on already");
const isOff = () => new AppError("conflict", "The second factor is off");
