/*
 * Writes that wait together are one transaction of SQLite, and share one fsync:
 *
 *   write a ─┐
 *   write b ─┼─ turn of the event loop ─▶ BEGIN · a · b · c · COMMIT ─▶ a, b and c are answered, listeners hear of it
 *   write c ─┘
 *
 * A write decides before it writes, so one that is refused has changed nothing and undoes no other. If the file fails, all
 * of the group are undone and fail. No read runs in between, so uncommitted data is never seen.
 *
 * What copies the file says how many groups may be committed meanwhile (`limitGroups`); writes wait for more.
 */
import type { DatabaseSync } from "node:sqlite";
import { aborted, internalError, StoreError } from "../errors.ts";
import type { Damage } from "./damage.ts";

interface Waiting {
  work: () => unknown;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
}

/** Milliseconds of writing after which a group is committed. The writes that still wait are the next group. */
const longest = 5;
/**
 * The limit on a busy disk: a group is then written for as long as the last commit took. So there are fewer commits with more in each, and
 * no write waits longer.
 */
const longestOnBusyDisk = 40;

export type Group = ReturnType<typeof openGroup>;

export function openGroup(database: DatabaseSync, damage: Damage, onCommit: () => void) {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const waiting: Waiting[] = [];
  let next: NodeJS.Immediate | undefined;
  /** Milliseconds that the last commit took. */
  let committing = 0;
  /** Groups that may be committed now. */
  let allowed = Number.POSITIVE_INFINITY;

  /** Does the work in a transaction; settles once that is durable. `work` decides, then writes, and does not wait. */
  function write<Answer>(work: () => Answer, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (answer: unknown) => void, reject, signal });
      plan();
    });
  }

  function plan(): void {
    if (waiting.length > 0 && allowed > 0) next ??= setImmediate(commitNext);
  }

  /** Lets so many groups be committed from now on; the writes of others wait. */
  function limitGroups(most: number): void {
    allowed = most;
    clearImmediate(next);
    next = undefined;
    plan();
  }

  function commitNext(): void {
    clearImmediate(next);
    next = undefined;
    allowed--;
    const settle: (() => void)[] = [];
    taken.length = 0;
    try {
      damage.refuseWriting();
      begin.run();
      runWaiting(settle);
      const begun = performance.now();
      commit.run();
      committing = performance.now() - begun;
    } catch (error) {
      undo(error, settle);
    }
    plan();
    for (const each of settle) each();
    onCommit();
  }

  const taken: Waiting[] = [];

  function runWaiting(settle: (() => void)[]): void {
    const end = performance.now() + Math.max(longest, Math.min(committing, longestOnBusyDisk));
    do {
      const each = waiting.shift();
      if (!each) return;
      taken.push(each);
      settle.push(run(each));
    } while (performance.now() < end);
  }

  function run({ work, resolve, reject, signal }: Waiting): () => void {
    if (signal?.aborted) return () => reject(aborted());
    try {
      const answer = work();
      return () => resolve(answer);
    } catch (error) {
      // any error except a refusal may have left a write half done
      if (!(error instanceof StoreError)) throw error;
      return () => reject(error);
    }
  }

  function undo(cause: unknown, settle: (() => void)[]): void {
    rollBack();
    settle.length = 0;
    const lost = taken.length > 0 ? taken : waiting.splice(0);
    const explained = damage.explain(cause);
    const failure = explained instanceof StoreError ? explained : internalError(cause);
    for (const { reject } of lost) settle.push(() => reject(failure));
  }

  /** Rolls back. A damaged file may refuse that too; then nothing of the transaction is in it either. */
  function rollBack(): void {
    try {
      if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
    } catch (error) {
      damage.explain(error);
    }
  }

  /** Commits what waits, whatever the limit is. */
  function flush(): void {
    while (waiting.length > 0) commitNext();
    clearImmediate(next);
    next = undefined;
  }

  return { write, flush, limitGroups };
}
