/* Times that differ: an engine in this process may answer two writes in one millisecond, and lists by time then have no order. */
import { setTimeout as pause } from "node:timers/promises";

let latest = 0;

const pass = async (time: number) => {
  for (let tries = 0; Date.now() <= time && tries < 100; tries++) await pause(1);
};

/** Gives now, in a later millisecond than at the call before; where a test has stopped the clock, in the same. */
export async function nextMillisecond(): Promise<number> {
  await pass(latest);
  latest = Date.now();
  return latest;
}

/** What is asked for from now on has a later time than what has just ended. */
export function endMillisecond(): void {
  latest = Math.max(latest, Date.now());
}

/** Waits until it is later than all that has ended before this call. */
export const passEndedMillisecond = (): Promise<void> => pass(latest);
