/*
 * Keeps the backlog of consumers bounded: where they do not keep up, requests that may write wait until they do. So a burst takes as long
 * as its consequences, and what a person sees of them is at most some seconds old. Reads never wait.
 *
 *   POST, PUT, PATCH, DELETE ──▶ more than 2,000 changes, or one older than 2 s? ──▶ wait, at most 10 s ──▶ the function
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Backlog } from "#lib/local/store/local-store";

/** Changes that are not consumed. A request may add 20,000 at once. */
const mostChanges = 2000;
/** Milliseconds. */
const longestLag = 2000;
/** Milliseconds: a consumer that is blocked must not stop the service. */
const longestWait = 10_000;
/** Milliseconds between looks. */
const apart = 20;

const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

let watched: (() => Backlog) | undefined;

/** Sets the backlog that writers wait for. */
export function watchBacklog(backlog: () => Backlog): void {
  watched = backlog;
}

/** The backlog that was set; empty before. */
export const readBacklog = (): Backlog => watched?.() ?? { changes: 0, age: 0 };

/** Returns when a request of this method may go on. */
export async function waitForConsumers(method: string): Promise<void> {
  if (reads.has(method)) return;
  const until = performance.now() + longestWait;
  const isBehind = () => {
    const { changes, age } = readBacklog();
    return changes > mostChanges || age > longestLag;
  };
  while (isBehind() && performance.now() < until) await wait(apart);
}
