/*
 * The end of a staged commit: decided if it is not yet and its time is over, then all its chunks settled, then forgotten an hour
 * later. Whoever meets intents does it for those; functions/commit for all of a commit.
 */
import {
  type ChunkItem,
  type CommitItem,
  chunkKey,
  commitKey,
  type EntryItem,
  endedChunk,
  entryKey,
  forgottenAt,
  readChunkPlan,
  shardKeys,
} from "./commit-items.ts";
import { getRawItems } from "./raw-reads.ts";
import type { MetIntent } from "./refusals.ts";
import { runTogether } from "./retry.ts";
import { type Outcome, settleItems } from "./settle-items.ts";
import { type Action, type Condition, readAll, transact } from "./store.ts";
import { type Refusal, sendUntilSettled } from "./transaction.ts";

/** Gets intents out of the way; gives whether none is left of a commit that still may be committed by its writer. */
export async function settleIntents(met: MetIntent[]): Promise<boolean> {
  const outcomes = await Promise.all(
    [...Map.groupBy(met, ({ commit }) => commit)].map(async ([id, planned]) => {
      const [commit] = (await getRawItems([commitKey(id)])) as CommitItem[];
      const outcome = await outcomeOf(id, commit, Date.now());
      if (outcome !== "alive") await settleItems(id, outcome, planned);
      return outcome;
    }),
  );
  return !outcomes.includes("alive");
}

interface Settlement {
  /** So many of its chunks were sent at all; its writer knows. */
  begun?: number;
  /** In milliseconds. */
  now?: number;
}

/** Settles all that a commit left, chunk by chunk, unless it is alive. */
export async function settle(
  id: string,
  { begun = Number.POSITIVE_INFINITY, now = Date.now() }: Settlement = {},
): Promise<void> {
  const found = await getRawItems([commitKey(id), entryKey(id)]);
  const commit = found.find((item): item is CommitItem => item.entity === "commit");
  const entry = found.find((item): item is EntryItem => item.entity === "openCommit");
  // the entry goes last
  if (!entry) return;
  const outcome = await outcomeOf(id, commit, now);
  if (outcome === "alive") return;
  const numbers = Array.from({ length: Math.min(entry.chunks, begun) }, (_, k) => k);
  const chunks = new Map(
    (await getRawItems(numbers.map((k) => chunkKey(id, k)))).map((item) => [item.sk, item]),
  );
  await runTogether(numbers, (k) => settleChunk(id, outcome, k, chunks.get(chunkKey(id, k).sk) as ChunkItem));
  await end(id);
}

async function settleChunk(id: string, outcome: Outcome, k: number, chunk: ChunkItem | undefined) {
  const mark = endedChunk(id, k);
  if (chunk) {
    if (chunk.keys) await settleItems(id, outcome, readChunkPlan(chunk), [{ put: mark }]);
    return;
  }
  // it was not sent, or is still on its way: it must not arrive any more
  const refusals = await sendUntilSettled((token) => transact([{ put: mark, condition: isAbsent }], token));
  if (refusals.length === 0) return;
  const [arrived] = await getRawItems([mark]);
  await settleChunk(id, outcome, k, (arrived as ChunkItem | undefined) ?? mark);
}

export const isAbsent: Condition = { ConditionExpression: "attribute_not_exists(pk)" };

async function end(id: string): Promise<void> {
  const forgetting: Action = {
    update: commitKey(id),
    expression: "SET #entity = :ended, expiresAt = :expiresAt",
    condition: {
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#entity": "entity" },
      ExpressionAttributeValues: { ":ended": "endedCommit", ":expiresAt": forgottenAt() },
    },
  };
  const entry: Action = { remove: entryKey(id) };
  const refusals = await sendUntilSettled((token) => transact([forgetting, entry], token));
  if (refusals.length > 0) await sendUntilSettled((token) => transact([entry], token));
}

/** What became of a commit; one whose writer has had his time is aborted. */
async function outcomeOf(
  id: string,
  commit: CommitItem | undefined,
  now: number,
): Promise<Outcome | "alive"> {
  if (!commit) return "missing";
  if (commit.state !== "open") return commit.state;
  return commit.expires > now ? "alive" : abort(id);
}

/** Aborts a commit unless it is committed. */
export async function abort(id: string): Promise<Outcome> {
  const refusals = await sendUntilSettled((token) => transact([decisionAction(id, "aborted")], token));
  return refusals[0] ? readOutcome(refusals[0]) : "aborted";
}

/** The decision: once, from open to one of the two. What is committed is not forgotten before it is finished. */
export const decisionAction = (id: string, state: "committed" | "aborted"): Action => ({
  update: commitKey(id),
  expression: `SET #state = :state${state === "committed" ? " REMOVE expiresAt" : ""}`,
  condition: {
    ConditionExpression: "#state = :open",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "open", ":state": state },
  },
});

export const readOutcome = ({ item }: Refusal): Outcome =>
  (item?.["state"]?.S as Outcome | undefined) ?? "missing";

/** Settles what was left: by writers that ended before their commit did, and where finishing one was not heard of or failed. */
export async function settleLeft(time: string): Promise<void> {
  const now = Date.parse(time);
  const entries = (await Promise.all(shardKeys.map((pk) => readAll<EntryItem>({ pk })))).flat();
  const left = entries.filter(({ expires }) => expires < now);
  const errors: unknown[] = [];
  // one that cannot be settled keeps none from it
  await runTogether(left, ({ id }) => settle(id, { now }).catch((error: unknown) => void errors.push(error)));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} commits could not be settled`);
}
