/*
 * Commits: a writer makes a list of changes (changes.ts) and gives it to `commit`, which writes all of them or none.
 *
 *   changes                  sent as
 *   1                        one conditional write
 *   up to 100, up to 3 MB    one TransactWriteItems
 *   more                     a staged commit (staged-commit.ts)
 *
 *   answer lost ──▶ retry with the same ClientRequestToken ──▶ done, or refused: the outcome is unknown, so 503 and never 409
 *                   (a single write has no token: it is done if the stored item is what was to be written; see ownWrite)
 *   refused     ──▶ by the intent of a staged commit: settle it or wait, then retry; 409 after 12 attempts
 *               ──▶ by the idempotency record of this request: throws `Repeated`
 *               ──▶ otherwise: throws `Refused` with the changes whose conditions did not hold
 *   disturbed   ──▶ (TransactionConflict) retry with a new token
 */
import { isDeepStrictEqual } from "node:util";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import {
  bytesAsJson,
  bytesInTransaction,
  type Change,
  isRepeated,
  keyOf,
  packChanges,
  ReadAgain,
  Refused,
  Repeated,
  toAction,
  toCondition,
  writtenBy,
} from "./changes.ts";
import { type Item, keyText, twinned } from "./item.ts";
import { hearWritten, unpackItems } from "./packing.ts";
import { type MetIntent, sortRefusals } from "./refusals.ts";
import { pause, startPatience, unavailable } from "./retry.ts";
import { readToTheEnd } from "./stop-reading.ts";
import * as store from "./store.ts";
import { busy, newSending, sendUntilSettled } from "./transaction.ts";

export {
  type Change,
  change,
  check,
  checkAbsent,
  checkKey,
  insert,
  mergeChecks,
  type NewItem,
  ownWrite,
  ReadAgain,
  Refused,
  remove,
  removeKey,
  withChecks,
} from "./changes.ts";

/** For one transaction; more changes need a staged commit. */
export const maxChangesAtOnce = 100;
/** For one transaction. DynamoDB allows 4 MB; bytes are counted here as JSON, which may be less than DynamoDB counts. */
const maxBytesAtOnce = 3 * 1024 * 1024;
/** For a commit that meets intents or other writers: this takes some seconds. */
const maxAttempts = 12;

/**
 * Writes all changes or none. Throws `Refused` (conditions did not hold), `Repeated` (the request is already committed), 400 (more
 * changes than a call may make), 409 (other writers in the way), 503 (no answer from the store).
 */
export async function commit(changes: Change[]): Promise<void> {
  refuseDoubleChanges(changes);
  checkCommitSize(changes);
  let all = changes;
  for (const each of changes)
    if (all === changes && twinned.has(keyOf(each).sk))
      all = [...changes, ...(await import("./twins/change-twins.ts")).twinChanges(changes)];
  const { stored, explain } = packChanges(all);
  const isStaged = stored.length > maxChangesAtOnce || sumOf(stored, bytesInTransaction) > maxBytesAtOnce;
  await readToTheEnd(() => (isStaged ? commitStaged(stored) : commitAtOnce(stored))).catch(
    (error: unknown) => {
      throw isRepeated(error) ? new Repeated() : explain(error);
    },
  );
  hearWritten(writtenBy(changes));
}

/** As `commit`, but returns false in place of throwing `Refused`; true if all is written. */
export async function tryCommit(changes: Change[]): Promise<boolean> {
  try {
    await commit(changes);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** As `commit`; an empty list is allowed and sends nothing. */
export const commitIfAny = async (changes: Change[]): Promise<void> => {
  if (changes.length > 0) await commit(changes);
};

/* Imported at the first use: most instances of a function need neither. */
const commitStaged = async (changes: Change[]) => (await import("./staged-commit.ts")).commitStaged(changes);
const settle = async (met: MetIntent[]) => (await import("./settle-commit.ts")).settleIntents(met);

async function commitAtOnce(changes: Change[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const sending = newSending();
    const refusals = await sendUntilSettled((token) => send(changes, token), sending);
    if (refusals.length === 0) return;
    const { met, refused } = sortRefusals(refusals, changes);
    if (sending.lost) {
      if (await isDone(changes)) return;
      throw unavailable(new Refused(refused));
    }
    if (refused.length > 0) throw new Refused(refused);
    const isFree = await settle(met);
    if (attempt + 1 >= maxAttempts) throw busy(new Error(`intents are in the way: ${JSON.stringify(met)}`));
    if (!isFree) await pause(attempt);
  }
}

/** A commit may have one change per item: a writer with two must merge them. */
function refuseDoubleChanges(changes: Change[]): void {
  const keys = new Set(changes.map((change) => keyText(keyOf(change))));
  if (keys.size < changes.length) throw new Error("a commit has two changes of one item");
}

/**
 * Packs groups of changes (acts), in their order, into as few transactions as possible; each group stays in one. For work where only a
 * single group must be all or nothing.
 */
export function packIntoCommits(acts: Change[][]): Change[][] {
  const commits: Change[][] = [];
  for (const act of acts) {
    const last = commits.at(-1);
    if (last && last.length + act.length <= maxChangesAtOnce) last.push(...act);
    else commits.push([...act]);
  }
  return commits;
}

/**
 * Throws 400 if a commit exceeds the limits of one call. `commit` calls it. Writers that write something else
 * before the commit call it first.
 */
export function checkCommitSize(changes: Change[]): void {
  if (changes.length > limits.changesPerCall) refuseSize(changes.length, limits.changesPerCall, "items");
  const bytes = sumOf(changes, (change) => ("item" in change ? bytesAsJson(change.item) : 0));
  if (bytes > limits.changedBytes) refuseSize(bytes, limits.changedBytes, "bytes");
}

const sumOf = (changes: Change[], sizeOf: (change: Change) => number) =>
  changes.reduce((sum, change) => sum + sizeOf(change), 0);

function refuseSize(needed: number, most: number, unit: string): never {
  throw invalid([
    {
      path: "",
      message: `a call may write at most ${most} ${unit} and this one needs ${needed}; split it into several calls`,
    },
  ]);
}

/**
 * Runs work that reads, decides and commits. Runs it again if the commit is refused because the data has changed since it was
 * read, or if the work throws `ReadAgain` itself. `attempt` counts from 0. Throws 409 after 12 attempts or 15 seconds, and every other error of the work.
 */
export async function retryOnConflict<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  const isOver = startPatience(15);
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      if (attempt + 1 >= maxAttempts || isOver()) throw busy(error);
    }
    await pause(attempt);
  }
}

/** As `retryOnConflict`, for work on data that is already read: the first attempt gets `start`, later ones the result of `readAgain`. */
export const retryOnConflictFrom = <Read, Result>(
  start: NoInfer<Read>,
  readAgain: () => Promise<Read>,
  work: (read: Read, attempt: number) => Promise<Result>,
): Promise<Result> =>
  retryOnConflict(async (attempt) => work(attempt === 0 ? start : await readAgain(), attempt));

/** One change is sent as a plain write, which costs half of what it costs in a transaction. */
function send(changes: Change[], token: string) {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return store.transact(changes.map(toAction), token);
  return only.op === "delete"
    ? store.removeItem(keyOf(only), toCondition(only))
    : store.putItem(only.item, toCondition(only));
}

/** Whether a single write that was refused after a lost answer had already taken effect: the stored item is what was to be written. */
async function isDone(changes: Change[]): Promise<boolean> {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return false;
  if (only.op === "delete") return (await store.getItem(keyOf(only))) === undefined;
  // as stored: without `undefined`
  const written: Item = JSON.parse(JSON.stringify(only.item));
  return isDeepStrictEqual(await store.getItem(keyOf(only)), (await unpackItems([written]))[0]);
}
