/*
 * All or nothing: whoever writes says what he wants as a list of changes and hands it to `commit`.
 *
 * One change is one conditional write, up to a hundred of 4 MB are one TransactWriteItems, more are a staged commit.
 *
 *   answer lost ──▶ the same ClientRequestToken again ──▶ done, or refused: nobody knows, so 503 and never 409
 *                   (a plain write has no token: when the item is as it was to be, it is done)
 *   refused     ──▶ by the intent of a staged commit: settled, or waited for, and again; 409 in the end
 *               ──▶ by the mark of a request like this one: `Repeated`
 *               ──▶ else `Refused` says which changes
 *   disturbed   ──▶ a new token, again
 */
import { isDeepStrictEqual } from "node:util";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, isRepeated, keyOf, Refused, Repeated, toAction, toCondition } from "./changes.ts";
import { keyText } from "./item.ts";
import { type MetIntent, sortRefusals } from "./refusals.ts";
import { pause, startPatience, unavailable } from "./retry.ts";
import * as store from "./store.ts";
import { busy, newSending, sendUntilSettled } from "./transaction.ts";

export {
  type Change,
  change,
  check,
  checkAbsent,
  checkKey,
  insert,
  type NewItem,
  Refused,
  remove,
  removeKey,
} from "./changes.ts";

/** More are a staged commit. */
export const maxChangesAtOnce = 100;
/** Of 4 MB: bytes are counted as JSON, which may be less than the store counts. */
const mostBytes = 3 * 1024 * 1024;
/** So often somebody looks again who was in the way of others, or others of him: some seconds. */
const patience = 12;

export async function commit(changes: Change[]): Promise<void> {
  refuseTwins(changes);
  const bytes = checkCommitSize(changes);
  const isStaged = changes.length > maxChangesAtOnce || bytes > mostBytes;
  await (isStaged ? commitStaged(changes) : commitAtOnce(changes)).catch((error: unknown) => {
    throw isRepeated(error) ? new Repeated() : error;
  });
}

/** Where it may be that nothing has to be changed. */
export const commitIfAny = async (changes: Change[]): Promise<void> => {
  if (changes.length > 0) await commit(changes);
};

/* Most starts of a function need neither of these. */
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
    if (attempt + 1 >= patience) throw busy(new Error(`intents are in the way: ${JSON.stringify(met)}`));
    if (!isFree) await pause(attempt);
  }
}

/** A change of an item is all that happens to it: who has two must make them one. */
function refuseTwins(changes: Change[]): void {
  const keys = new Set(changes.map((change) => keyText(keyOf(change))));
  if (keys.size < changes.length) throw new Error("a commit has two changes of one item");
}

/** The same acts in their order, in as few commits as hold them, for what may be half done. */
export function packIntoCommits(acts: Change[][]): Change[][] {
  const commits: Change[][] = [];
  for (const act of acts) {
    const last = commits.at(-1);
    if (last && last.length + act.length <= maxChangesAtOnce) last.push(...act);
    else commits.push([...act]);
  }
  return commits;
}

/** What one act may not do; asked beforehand by who writes something else first. Gives its bytes. */
export function checkCommitSize(changes: Change[]): number {
  if (changes.length > limits.changesPerCall) refuse(`${changes.length} changes`, limits.changesPerCall);
  const bytes = bytesOf(changes);
  if (bytes > limits.changedBytes) refuse(`to write ${bytes} bytes`, limits.changedBytes);
  return bytes;
}

function bytesOf(changes: Change[]): number {
  const sizes = changes.map((change) =>
    "item" in change ? Buffer.byteLength(JSON.stringify(change.item)) : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function refuse(needed: string, most: number): never {
  throw invalid([
    { path: "", message: `needs ${needed} in one act, the limit is ${most}: send less at once` },
  ]);
}

/** Does a piece of work that reads, decides and commits, and does it again when what it had read was changed meanwhile. */
export async function retryOnConflict<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  const isOver = startPatience(15);
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (attempt + 1 >= patience || isOver()) throw busy(error);
    }
    await pause(attempt);
  }
}

/** The same with something as the caller has read it, and as it is then when it was changed meanwhile. */
export function retryOnConflictFrom<Read, Result>(
  start: Read,
  readAgain: () => Promise<Read>,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  let isFirst = true;
  return retryOnConflict(async () => {
    const read = isFirst ? start : await readAgain();
    isFirst = false;
    return work(read);
  });
}

/** One change costs half as a plain write of what it costs in a transaction. */
function send(changes: Change[], token: string) {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return store.transact(changes.map(toAction), token);
  return only.op === "delete"
    ? store.removeItem(keyOf(only), toCondition(only))
    : store.putItem(only.item, toCondition(only));
}

/** Whether a single write, refused after its answer was lost, is what made the item as it is. */
async function isDone(changes: Change[]): Promise<boolean> {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return false;
  if (only.op === "delete") return (await store.getItem(keyOf(only))) === undefined;
  const wanted: unknown = JSON.parse(JSON.stringify(only.item));
  return isDeepStrictEqual(await store.getItem(keyOf(only)), wanted);
}
