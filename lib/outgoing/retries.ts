/*
 * When an event is sent again that its receiver did not take: soon at first, since most receivers are back in a moment, then ever
 * less often, for a day. Each wait is up to a fifth longer or shorter, so that what failed together does not come back together.
 */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour];
/** After these. */
const longest = 8 * hour;
const patience = 24 * hour;
const spread = 0.2;

interface Failed {
  /** ISO 8601. */
  firstAttemptTime: string;
  /** How often it was sent so far. */
  attempts: number;
  /** Seconds that the receiver asked for (Retry-After). */
  retryAfter?: number | undefined;
}

/** When to try next; undefined when a day is over: the last try is at its very end. `random` is from 0 up to 1. */
export function nextAttempt(
  { firstAttemptTime, attempts, retryAfter = 0 }: Failed,
  now: string,
  random: number,
): string | undefined {
  const last = Date.parse(firstAttemptTime) + patience;
  const at = Date.parse(now);
  if (at >= last) return undefined;
  const wait = (waits[attempts - 1] ?? longest) * (1 - spread + 2 * spread * random);
  const asked = Math.min(Math.max(retryAfter, 0) * second, longest);
  return new Date(Math.min(at + Math.max(wait, asked), last)).toISOString();
}

/** What an answer means for the event: any 2xx is taken; 410 means that nobody will ever take one (Standard Webhooks). */
export function verdictOf(status: number): "taken" | "gone" | "failed" {
  if (status >= 200 && status < 300) return "taken";
  return status === 410 ? "gone" : "failed";
}
