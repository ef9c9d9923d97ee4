/*
 * A commit of more than one transaction can hold: everything is laid ready as intents first, and then one write decides.
 *
 *   COMMIT open, 10 s ──▶ chunks of 99 intents, a few side by side ──▶ COMMIT committed + checks + direct changes
 *                          │                                            │ this write is the commit
 *                          └── refused ──▶ COMMIT aborted ──▶ undone    └──▶ finished after the answer (functions/commit)
 *
 * Whoever reads or writes the same items meanwhile asks COMMIT what is so (intents.ts, settle-commit.ts).
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

const attempts = 8;

/** Something that may be gone soon is in the way. */
class Blocked extends Error {}

export async function commitStaged(changes: Change[]): Promise<void> {
  const plan = planCommit(changes);
  const isOver = startPatience(10);
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptAt(plan);
    } catch (error) {
      if (error instanceof Refused) throw new Refused(await refusedNow(changes, error.changes));
      if (!(error instanceof Blocked)) throw error;
      if (attempt + 1 >= attempts || isOver()) throw busy(error);
    }
    await pause(attempt);
  }
}

async function attemptAt({ direct, chunks }: Plan): Promise<void> {
  const id = newCommitId();
  const open = newCommitItems(id, chunks.length).map((item): Action => ({ put: item, condition: isAbsent }));
  // refused means that it was there before: by this very sending, whose answer was lost
  await sendUntilSettled((token) => transact(open, token));
  let begun = 0;
  try {
    await runTogether(chunks, (chunk, k) => {
      begun = k + 1;
      return stage(id, chunk, k);
    });
    await flip(id, direct);
  } catch (error) {
    // without an answer nobody knows, so that is what is thrown then
    if ((await abort(id)) === "committed") return;
    // what cannot be undone now is by whoever meets it, and by functions/commit
    await settle(id, { begun }).catch(() => {});
    throw error;
  }
}

/** Lays one chunk ready. Its own item is there once and then tells that all of it is, whatever answers were lost. */
async function stage(id: string, intended: Intended[], k: number): Promise<void> {
  const changes = intended.map(({ change }) => change);
  const planned = changes.map((change): Planned => ({ op: change.op, key: keyOf(change) }));
  const own: Action = { put: chunkItem(id, k, planned), condition: isAbsent };
  await unblocked([...intended.map((each) => intentAction(id, each)), own], changes, ({ item }) => {
    if (item?.["keys"]) return;
    throw new Blocked("somebody else has aborted the commit");
  });
}

/** The write that is the commit. */
const flip = (id: string, changes: Change[]): Promise<void> =>
  unblocked([...changes.map(toAction), decisionAction(id, "committed")], changes, (own) => {
    if (readOutcome(own) === "committed") return;
    throw new Blocked("somebody else has aborted the commit");
  });

/** Sends changes and, as the last, an action of the commit's own; `onOwn` says what it means that this was refused. */
async function unblocked(
  actions: Action[],
  changes: Change[],
  onOwn: (refusal: Refusal) => void,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    // a token of its own each time: whichever sending is done first, the last action refuses the others
    const refusals = await sendUntilSettled((token) => transact(actions, token), newSending());
    const own = refusals.find(({ index }) => index === changes.length);
    if (own) return onOwn(own);
    if (refusals.length === 0) return;
    const { met, refused } = sortRefusals(refusals, changes);
    if (refused.length > 0) throw new Refused(refused);
    if (!(await settleIntents(met))) throw new Blocked("another commit is under way");
  }
  throw new Blocked("others come between again and again");
}

/** Of a refused commit all changes that cannot be done, not only those of the chunk that was refused first. */
async function refusedNow(changes: Change[], known: Change[]): Promise<Change[]> {
  const items = new Map((await getItems(changes.map(keyOf))).map((item) => [keyText(item), item]));
  return changes.filter(
    (change) => known.includes(change) || !holds(change, items.get(keyText(keyOf(change)))),
  );
}

function holds(change: Change, item: Item | undefined): boolean {
  if (change.op === "create" || (change.op === "check" && change.absent)) return !item;
  return item !== undefined && (!change.before || change.before.version === item.version);
}
