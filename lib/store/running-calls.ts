/*
 * The calls that run in this process. Where one process makes all calls of a store, as with npm start, a change that must wait until the
 * calls before it have ended waits for exactly these: some milliseconds, in place of the longest time that a call may take
 * (settled-time.ts).
 *
 *   gateway, queues, schedules ──▶ runCall(call)                counted until it ends
 *   a call that changed a schema ──▶ await earlierCallsEnd(2000) ──▶ true: all calls that still run have read it after the change
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";

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
