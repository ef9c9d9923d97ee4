/*
 * When a follower asks again:
 *
 *   there is more                       at once
 *   after a failure                     a random time of up to 1 s, 2 s, 4 s … 60 s, counted from the server's Retry-After if there is one
 *   hints come, or the page is hidden   after a minute
 *   another tab asks                    after 75 s, if that tab says nothing
 *   after a change                      after 2 s, then ever later (× 1.5), up to 30 s
 */

/** Milliseconds, and the factor by which a wait grows. */
export interface Waits {
  changed: number;
  growth: number;
  most: number;
  /** While hints come, and while the page is hidden. */
  calm: number;
  failed: number;
  mostFailed: number;
  /** A program that sleeps longer than this in one piece would not see that its computer slept. */
  slice: number;
}

export const usualWaits: Waits = {
  ...{ changed: 2000, growth: 1.5, most: 30_000, calm: 60_000 },
  ...{ failed: 1000, mostFailed: 60_000, slice: 2000 },
};

/** What happened so far. */
export interface WaitState {
  /** The last answer said that there is more. */
  hasMore: boolean;
  /** Answers in a row without a change. */
  quiet: number;
  /** Failures in a row. */
  failures: number;
  /** Seconds, of the last failure. */
  retryAfter: number | undefined;
  /** Hints come. */
  isLive: boolean;
  isUnseen: boolean;
  /** Another tab asks, and tells what it hears. */
  isLed: boolean;
}

/** Milliseconds between the last answer and the next request. `random` is from 0 to 1. */
export function chooseWait(state: WaitState, random: number, waits: Waits = usualWaits): number {
  const { hasMore, quiet, failures, retryAfter, isLive, isUnseen, isLed } = state;
  if (failures > 0) return chooseBackoff(failures, random, waits) + (retryAfter ?? 0) * 1000;
  if (hasMore) return 0;
  if (isLed) return waits.calm * 1.25;
  if (isLive || isUnseen) return waits.calm;
  return Math.min(waits.most, waits.changed * waits.growth ** quiet);
}

/** Milliseconds before the attempt after so many failures: with full jitter, so that clients that failed together do not come together. */
export const chooseBackoff = (failures: number, random: number, waits: Waits = usualWaits): number =>
  random * Math.min(waits.mostFailed, waits.failed * 2 ** (failures - 1));
