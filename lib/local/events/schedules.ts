/* The clock that calls scheduled functions, on one machine. */

import type { Scheduled } from "#lib/events/scheduled";
import type { Registered } from "#lib/registry";
import { msPerMinute } from "#lib/schemas/basics/time-units";
import { runCall } from "#lib/store/running-calls";

/** Calls each function at the start as well: work may have become due while the machine was off. */
export function startSchedules(schedules: Registered<Scheduled>[], log: (line: string) => void) {
  const running = new Set<Promise<void>>();
  const timers = schedules.map(({ operation, handler }) => {
    function call() {
      const calling = runCall(handler)
        .catch((error: unknown) => log(`${operation}: ${(error as Error).message}`))
        .finally(() => running.delete(calling));
      running.add(calling);
    }
    call();
    return setInterval(call, handler.schedule.everyMinutes * msPerMinute);
  });

  /** Waits for running functions. */
  async function stop(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  }
  return { stop };
}
