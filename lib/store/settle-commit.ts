/*
 * Settles staged commits: aborts a commit whose 10 seconds are over without a decision, finishes or undoes the intents of all its
 * chunks, and ends it; it expires an hour later. A writer that meets intents settles only those; functions/commit settles whole
 * commits.
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

/** Settles intents that are in the way of a write. Returns false if the writer of one of their commits may still commit it. */
export async function settleIntents(met: MetIntent[]): Promise<boolean> {
  const outcomes = await Promise.all(
    [...Map.groupBy(met, ({ commit }) => commit)].map(async ([id, planned]) => {
      const [commit] = (await getRawItems([commitKey(id)])) as CommitItem[];
      const outcome = await decideOutcome(id, commit, Date.now());
      if (outcome !== "alive") await settleItems(id, outcome, planned);
      return outcome;
    }),
  );
  return !outcomes.includes("alive");
}

interface Settlement {
  /** How many of its chunks the writer has sent; all, if unknown. */
  begun?: number;
  /** Milliseconds since 1970. */
  now?: number;
}

/** Settles all chunks of a commit and ends it, unless its writer may still commit it. */
export async function settle(
  id: string,
  { begun = Number.POSITIVE_INFINITY, now = Date.now() }: Settlement = {},
): Promise<void> {
  const found = await getRawItems([commitKey(id), entryKey(id)]);
  const commit = found.find((item): item is CommitItem => item.entity === "commit");
  const entry = found.find((item): item is EntryItem => item.entity === "openCommit");
  // the entry is deleted last: without it the commit has ended
  if (!entry) return;
  const outcome = await decideOutcome(id, commit, now);
  if (outcome === "alive") return;
  const numbers = Array.from({ length: Math.min(entry.chunks, begun) }, (_, k) => k);
  const chunks = new Map(
    (await getRawItems(numbers.map((k) => chunkKey(id, k)))).map((item) => [item.sk, item]),
  );
  await runTogether(numbers, (k) => settleChunk(id, outcome, k, chunks.get(chunkKey(id, k).sk) as ChunkItem));
  await end(id);
}

async function settleChunk(id: string, outcome: Outcome, k: number, chunk: ChunkItem | undefined) {
  const ended = endedChunk(id, k);
  if (chunk) {
    if (chunk.keys) await settleItems(id, outcome, readChunkPlan(chunk), [{ put: ended }]);
    return;
  }
  // the chunk was not sent, or is still on its way: an ended chunk in its place makes a late arrival fail
  const refusals = await sendUntilSettled((token) => transact([{ put: ended, condition: isAbsent }], token));
  if (refusals.length === 0) return;
  // the chunk has arrived in the meantime
  const [arrived] = await getRawItems([ended]);
  await settleChunk(id, outcome, k, (arrived as ChunkItem | undefined) ?? ended);
}

/** The item must not exist. */
export const isAbsent: Condition = { ConditionExpression: "attribute_not_exists(pk)" };

async function end(id: string): Promise<void> {
  const endCommit: Action = {
    update: commitKey(id),
    expression: "SET #entity = :ended, expiresAt = :expiresAt",
    condition: {
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#entity": "entity" },
      ExpressionAttributeValues: { ":ended": "endedCommit", ":expiresAt": forgottenAt() },
    },
  };
  const removeEntry: Action = { remove: entryKey(id) };
  const refusals = await sendUntilSettled((token) => transact([endCommit, removeEntry], token));
  // refused if the commit item no longer exists
  if (refusals.length > 0) await sendUntilSettled((token) => transact([removeEntry], token));
}

/** The outcome of a commit. Aborts an open one whose time is over; "alive" if its writer still has time. */
async function decideOutcome(
  id: string,
  commit: CommitItem | undefined,
  now: number,
): Promise<Outcome | "alive"> {
  if (!commit) return "missing";
  if (commit.state !== "open") return commit.state;
  return commit.expires > now ? "alive" : abort(id);
}

/** Aborts an open commit; returns its outcome, which is "committed" if it already was. */
export async function abort(id: string): Promise<Outcome> {
  const refusals = await sendUntilSettled((token) => transact([decisionAction(id, "aborted")], token));
  return refusals[0] ? readOutcome(refusals[0]) : "aborted";
}

/**
 * The decision: possible once, from open to committed or aborted. A committed commit loses its expiry, because it must exist until it is
 * finished.
 */
export const decisionAction = (id: string, state: "committed" | "aborted"): Action => ({
  update: commitKey(id),
  expression: `SET #state = :state${state === "committed" ? " REMOVE expiresAt" : ""}`,
  condition: {
    ConditionExpression: "#state = :open",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":open": "open", ":state": state },
  },
});

/** The outcome that a refused decision met; "missing" if the commit item does not exist. */
export const readOutcome = ({ item }: Refusal): Outcome =>
  (item?.["state"]?.S as Outcome | undefined) ?? "missing";

/**
 * Settles commits that were not ended: their writer stopped before the end, or the event to finish them was lost or failed.
 * `time` is ISO 8601 UTC; commits whose 10 seconds are not over are left alone. Throws an AggregateError if some failed.
 */
export async function settleLeft(time: string): Promise<void> {
  const now = Date.parse(time);
  const entries = (await Promise.all(shardKeys.map((pk) => readAll<EntryItem>({ pk })))).flat();
  const left = entries.filter(({ expires }) => expires < now);
  const errors: unknown[] = [];
  // a failure of one commit must not stop the others
  await runTogether(left, ({ id }) => settle(id, { now }).catch((error: unknown) => void errors.push(error)));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} commits could not be settled`);
}
