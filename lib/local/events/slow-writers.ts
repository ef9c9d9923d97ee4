/*
 * Keeps the backlog of consumers bounded: where they do not keep up, requests that may write wait until they do. So a burst takes as long
 * as its consequences, and what a person sees of them is at most some seconds old. Reads never wait. Requests of a table or base with nothing in
 * the backlog do not wait for those of another, unless the backlog is very long.
 *
 *   POST, PUT, PATCH, DELETE ──▶ an own change is older than 2 s, or there are more ─▶ wait, at most 10 s ─▶ the function
 *                                than 2,000, some of them own, or more than 10,000?
 *   a batch of a job         ──▶ the same with 0.2 s, 200 own ones and 1,000?       ─▶ the same           ─▶ the next batch
 *
 * Jobs wait earlier: what one of them writes must not make the requests of others wait, nor their changes.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Backlog } from "#lib/local/store/local-store";

/** Changes that are not consumed. A request may add 20,000 at once. */
const mostChanges = 2000;
const mostOfAll = 10_000;
/** Milliseconds. */
const longestLag = 2000;
/** Milliseconds: a consumer that is blocked must not stop the service. */
const longestWait = 10_000;
/** Milliseconds between looks. */
const apart = 20;
const ofJobs = { changes: 200, all: 1000, lag: 200 };

const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const nothing: Backlog = { changes: 0, age: 0 };
let watched = { all: () => nothing, of: (_: readonly string[]) => nothing };

/** Sets the backlog that writers wait for, and that of some groups (lib/events/fair-groups.ts). */
export function watchBacklog(all: () => Backlog, of: (groups: readonly string[]) => Backlog = all): void {
  watched = { all, of };
}

/** The backlog that was set; empty before. */
export const readBacklog = (): Backlog => watched.all();

const groupInPath = /\b(?:bse|tbl|spc)[0-9A-Za-z]{16}\b/g;

/** Returns when a request of this method may go on. Its path names the groups of its changes. */
export async function waitForConsumers(method: string, path: string): Promise<void> {
  if (reads.has(method)) return;
  const groups = path.match(groupInPath) ?? [];
  await waitWhile(() => {
    const { changes } = readBacklog();
    const own = watched.of(groups);
    return own.age > longestLag || changes > mostOfAll || (changes > mostChanges && own.changes > 0);
  });
}

/** Returns when a job whose changes have these groups may go on with its next batch. */
export const jobsWaitForConsumers = (groups: readonly string[]): Promise<void> =>
  waitWhile(() => {
    const own = watched.of(groups);
    return own.age > ofJobs.lag || own.changes > ofJobs.changes || readBacklog().changes > ofJobs.all;
  });

async function waitWhile(isBehind: () => boolean): Promise<void> {
  const until = performance.now() + longestWait;
  while (isBehind() && performance.now() < until) await wait(apart);
}
