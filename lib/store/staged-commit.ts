/*
 * Staged commits: for more changes than one transaction can hold. The changes are first prepared as intents, in transactions of up
 * to 99; then one transaction decides.
 *
 *   COMMIT open, 10 s ──▶ chunks of 99 intents, 4 in parallel ──▶ COMMIT committed + checks + direct changes
 *                          │                                       │ this write is the commit
 *                          └── refused ──▶ COMMIT aborted,         └──▶ intents finished after the answer (functions/commit)
 *                                          intents undone
 *
 * Readers and writers that meet an intent read COMMIT to learn its state (intents.ts, settle-commit.ts).
 */
import { type Change, keyOf, Refused, toAction } from "./changes.ts";
import { chunkItem, newCommitId, newCommitItems, type Planned } from "./commit-items.ts";
import { type Intended, intentAction, type Plan, planCommit } from "./commit-plan.ts";
import { type Item, keyText } from "./item.ts";
import { sortRefusals } from "./refusals.ts";
import { pause, runTogether, startPatience } from "./retry.ts";
import { abort, decisionAction, isAbsent, readOutcome, settle, settleIntents } from "./settle-commit.ts";
import { type Action, getItems, transact } from "./store.ts";
import { busy, newSending, type Refusal, sendUntilSettled } from "./transaction.ts";

const maxAttempts = 8;

/** The attempt failed for a reason that may end soon: retry with a new commit. */
class Blocked extends Error {}

/** Writes all changes or none. Throws as `commit` does (commit.ts); retries for at most 10 seconds. */
export async function commitStaged(changes: Change[]): Promise<void> {
  const plan = planCommit(changes);
  const isOver = startPatience(10);
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptCommit(plan);
    } catch (error) {
      if (error instanceof Refused) throw new Refused(await findAllRefused(changes, error.changes));
      if (!(error instanceof Blocked)) throw error;
      if (attempt + 1 >= maxAttempts || isOver()) throw busy(error);
    }
    await pause(attempt);
  }
}

async function attemptCommit({ direct, chunks }: Plan): Promise<void> {
  const id = newCommitId();
  const open = newCommitItems(id, chunks.length).map((item): Action => ({ put: item, condition: isAbsent }));
  // the id is new: a refusal means that an attempt whose answer was lost has already written both
  await sendUntilSettled((token) => transact(open, token));
  // chunks that were sent, perhaps without success
  let begun = 0;
  try {
    await runTogether(chunks, (chunk, k) => {
      begun = k + 1;
      return stage(id, chunk, k);
    });
    await decide(id, direct);
  } catch (error) {
    // throws 503 if the outcome stays unknown
    if ((await abort(id)) === "committed") return;
    // intents that cannot be undone now are undone later, by writers that meet them and by functions/commit
    await settle(id, { begun }).catch(() => {});
    throw error;
  }
}

/** Prepares the intents of one chunk. The chunk item is in the same transaction: if it exists, all of the intents do. */
async function stage(id: string, intended: Intended[], k: number): Promise<void> {
  const changes = intended.map(({ change }) => change);
  const planned = changes.map((change): Planned => ({ op: change.op, key: keyOf(change) }));
  const own: Action = { put: chunkItem(id, k, planned), condition: isAbsent };
  await sendAndSettle([...intended.map((each) => intentAction(id, each)), own], changes, ({ item }) => {
    // already written by an attempt whose answer was lost
    if (item?.["keys"]) return;
    throw new Blocked("another writer has aborted the commit");
  });
}

/** The transaction that is the commit. */
const decide = (id: string, changes: Change[]): Promise<void> =>
  sendAndSettle([...changes.map(toAction), decisionAction(id, "committed")], changes, (own) => {
    if (readOutcome(own) === "committed") return;
    throw new Blocked("another writer has aborted the commit");
  });

/**
 * Sends a transaction, and settles intents of other commits that are in its way. `actions` are the changes and, last, one action on
 * the commit's own items; `onOwn` is called if that one was refused, and throws if this is a failure.
 */
async function sendAndSettle(
  actions: Action[],
  changes: Change[],
  onOwn: (refusal: Refusal) => void,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // each attempt has its own token: once one has taken effect, the last action refuses all others
    const refusals = await sendUntilSettled((token) => transact(actions, token), newSending());
    const own = refusals.find(({ index }) => index === changes.length);
    if (own) return onOwn(own);
    if (refusals.length === 0) return;
    const { met, refused } = sortRefusals(refusals, changes);
    if (refused.length > 0) throw new Refused(refused);
    if (!(await settleIntents(met))) throw new Blocked("another commit is in progress");
  }
  throw new Blocked(`other commits were in the way ${maxAttempts} times`);
}

/** All changes of a refused commit whose conditions do not hold now, not only those of the chunk that was refused first. */
async function findAllRefused(changes: Change[], known: Change[]): Promise<Change[]> {
  const items = new Map((await getItems(changes.map(keyOf))).map((item) => [keyText(item), item]));
  return changes.filter(
    (change) => known.includes(change) || !holds(change, items.get(keyText(keyOf(change)))),
  );
}

function holds(change: Change, item: Item | undefined): boolean {
  if (change.op === "create" || (change.op === "check" && change.absent)) return !item;
  return item !== undefined && (!change.before || change.before.version === item.version);
}
