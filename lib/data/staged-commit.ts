/*
 * A commit of more than one transaction can hold: everything is laid ready as intents first, and then one write decides.
 *
 *   COMMIT open, 10 s ──▶ chunks of 99 intents, a few side by side ──▶ COMMIT committed + checks + direct changes
 *                          │                                            │ this write is the commit
 *                          └── refused ──▶ COMMIT aborted ──▶ undone    └──▶ finished after the answer (functions/commit)
 *
 * Whoever reads or writes the same items meanwhile asks COMMIT what is so (intents.ts, settle-commit.ts).
 */
import { invalid } from "#lib/schemas/error";
import { action, type Change, condition, keyOf, Refused } from "./changes.ts";
import { chunkItem, newCommitId, opening, type Planned } from "./commit-items.ts";
import { type Item, keyText } from "./item.ts";
import { pause, together } from "./retry.ts";
import { abort, deciding, isAbsent, settle, settleMet, stateFound } from "./settle-commit.ts";
import { intentIn } from "./settle-items.ts";
import { type Action, getMany, transact } from "./store.ts";
import { busy, newSending, type Refusal, sent } from "./transaction.ts";

/** A transaction holds 100 items, and each of ours one that is not a change. */
const mostChanges = 99;
/** Of 4 MB: bytes are counted as JSON, which may be less than the store counts. */
const mostBytes = 3 * 1024 * 1024;
/** An item holds 400 KB, and an intent what was before too. */
const mostIntentBytes = 380 * 1024;
const attempts = 8;

/** Something that may be gone soon is in the way. */
class Blocked extends Error {}

export async function stagedCommit(changes: Change[]): Promise<void> {
  const plan = planned(changes);
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptAt(plan);
    } catch (error) {
      if (error instanceof Refused) throw new Refused(await refusedNow(changes, error.changes));
      if (!(error instanceof Blocked)) throw error;
      if (attempt + 1 >= attempts) throw busy(error);
    }
    await pause(attempt);
  }
}

interface Plan {
  /** Done by the very write that decides. */
  direct: Change[];
  chunks: StagedChange[][];
}
type StagedChange = Exclude<Change, { op: "check" }>;

/**
 * What changes items that are there is direct as long as that is little, so that nobody meets intents of it; and always where an
 * item cannot hold what it was and what it is to be.
 */
function planned(changes: Change[]): Plan {
  const others = changes.filter(({ op }) => op !== "create");
  const fits = (some: Change[]) => some.length <= mostChanges && sum(some.map(bytesOf)) <= mostBytes;
  const direct = fits(others)
    ? others
    : others.filter((change) => change.op === "check" || bytesOf(change) > mostIntentBytes);
  if (!fits(direct))
    throw invalid([{ path: "", message: "changes too many large things in one act: send less at once" }]);
  const isDirect = new Set(direct);
  const staged = changes.filter((change): change is StagedChange => !isDirect.has(change));
  return { direct, chunks: chunksOf(staged) };
}

function chunksOf(changes: StagedChange[]): StagedChange[][] {
  const chunks: StagedChange[][] = [];
  let chunk: StagedChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    const more = bytesOf(change);
    if (chunk.length === mostChanges || (chunk.length > 0 && bytes + more > mostBytes)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(change);
    bytes += more;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const bytes = (item: Item) => Buffer.byteLength(JSON.stringify(item));
/** Of an intent, so of an update what was before too. */
const bytesOf = (change: Change) =>
  ("item" in change ? bytes(change.item) : 0) + (change.op === "update" ? bytes(change.before) : 0);

async function attemptAt({ direct, chunks }: Plan): Promise<void> {
  const id = newCommitId();
  const open = opening(id, chunks.length).map((item): Action => ({ put: item, condition: isAbsent }));
  // refused means that it was there before: by this very sending, whose answer was lost
  await sent((token) => transact(open, token));
  let begun = 0;
  try {
    await together(chunks, (chunk, k) => {
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
async function stage(id: string, changes: StagedChange[], k: number): Promise<void> {
  const item = chunkItem(id, k, changes.map(plannedOf));
  const actions = [...changes.map((change) => intent(id, change)), { put: item, condition: isAbsent }];
  await unblocked(actions, changes, (own) => {
    if (own.item?.["keys"]) return;
    throw new Blocked("somebody else has aborted the commit");
  });
}

/** The write that is the commit. */
const flip = (id: string, changes: Change[]): Promise<void> =>
  unblocked([...changes.map(action), deciding(id, "committed")], changes, (own) => {
    if (stateFound(own) === "committed") return;
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
    const refusals = await sent((token) => transact(actions, token), newSending());
    const own = refusals.find(({ index }) => index === changes.length);
    if (own) return onOwn(own);
    if (refusals.length === 0) return;
    const { met, refused } = sorted(refusals, changes);
    if (refused.length > 0) throw new Refused(refused);
    if (!(await settleMet(met))) throw new Blocked("another commit is under way");
  }
  throw new Blocked("others come between again and again");
}

/** Refusals by what stood in the way: intents of others, and what is so for good. */
export function sorted(refusals: Refusal[], changes: Change[]) {
  const found = refusals.flatMap((refusal) => {
    const change = changes[refusal.index];
    return change ? [{ change, met: intentIn(keyOf(change), refusal) }] : [];
  });
  return {
    met: found.flatMap(({ met }) => met ?? []),
    refused: found.filter(({ met }) => !met).map(({ change }) => change),
  };
}

const plannedOf = (change: StagedChange): Planned => ({ op: change.op, key: keyOf(change) });

function intent(id: string, change: StagedChange): Action {
  if (change.op === "create") return { put: { ...change.item, commit: id }, condition: condition(change) };
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = condition(change);
  const next = change.op === "update" ? change.item : null;
  return {
    update: keyOf(change),
    expression: "SET #commit = :commit, #next = :next",
    condition: {
      ConditionExpression,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, "#next": "next" },
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ":commit": id, ":next": next },
    },
  };
}

/** Of a refused commit all changes that cannot be done, not only those of the chunk that was refused first. */
async function refusedNow(changes: Change[], known: Change[]): Promise<Change[]> {
  const items = new Map((await getMany(changes.map(keyOf))).map((item) => [keyText(item), item]));
  return changes.filter(
    (change) => known.includes(change) || !holds(change, items.get(keyText(keyOf(change)))),
  );
}

function holds(change: Change, item: Item | undefined): boolean {
  if (change.op === "create" || (change.op === "check" && change.absent)) return !item;
  return item !== undefined && (!change.before || change.before.version === item.version);
}
