/*
 * The calls that run in this process. Where one process makes all calls of a store, as with npm start, a change that must wait until the
 * calls before it have ended waits for exactly these: some milliseconds, in place of the longest time that a call may take
 * (`readSettledTime`).
 *
 *   gateway, queues, schedules ──▶ runCall(call)                counted until it ends
 *   a call that changed a schema ──▶ await earlierCallsEnd(2000) ──▶ true: all calls that still run have read it after the change
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";

interface Call {
  ended: Promise<void>;
  end: () => void;
}

const calls = new AsyncLocalStorage<Call>();
/** `undefined` while other processes may call the store, too. */
let running: Set<Call> | undefined;

/** From this call on, this process makes all calls of its store, each of them by `runCall`. The result ends that. */
export function countCalls(): () => void {
  const counted = new Set<Call>();
  running = counted;
  return () => {
    if (running === counted) running = undefined;
  };
}

export async function runCall<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (!running) return call();
  const self = begin({} as Call, running);
  try {
    return await calls.run(self, call);
  } finally {
    self.end();
  }
}

/**
 * Waits until all other calls that run now have ended. False if that takes longer, or if other processes may call the store. Meanwhile the
 * caller counts as ended, so that two callers do not wait for each other. So it must read again what it has read before.
 */
export async function earlierCallsEnd(milliseconds: number): Promise<boolean> {
  const counted = running;
  const self = calls.getStore();
  if (!counted) return false;
  self?.end();
  const over = new AbortController();
  try {
    return await Promise.race([
      Promise.all([...counted].map(({ ended }) => ended)).then(() => true),
      wait(milliseconds, false, { signal: over.signal }),
    ]);
  } finally {
    over.abort();
    if (self) begin(self, counted);
  }
}

function begin(call: Call, counted: Set<Call>): Call {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  function end() {
    counted.delete(call);
    resolve();
  }
  counted.add(Object.assign(call, { ended, end }));
  return call;
}

/** One second less than API Gateway waits: lib/stack ends functions then. The deletion of tables also relies on it: no write lasts longer. */
export const longestCallSeconds = 29;

/*
 * The default is 60, twice what a function runs; GRIDLESS_SETTLE_SECONDS shortens it in tests and on machines with a single
 * user.
 */
const secondsToSettle = () => Number(process.env["GRIDLESS_SETTLE_SECONDS"] || 60);

/** The time, ISO 8601 UTC, from which calls that began before `now` can no longer write. */
export const readSettledTime = (now: string) => timeAfter(now, secondsToSettle() * msPerSecond);
