/*
 * When a failed delivery of an event is retried: soon at first, because most receivers recover quickly, then less and less often, for one
 * day. Each wait is up to 20 % longer or shorter, so that deliveries that failed together are not retried together.
 */

import { msPerDay, msPerHour, msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";

/** In milliseconds. */
const waits = [
  5 * msPerSecond,
  30 * msPerSecond,
  2 * msPerMinute,
  10 * msPerMinute,
  30 * msPerMinute,
  msPerHour,
  2 * msPerHour,
  4 * msPerHour,
];
/** The wait after all of `waits`. */
const longest = 8 * msPerHour;
const spread = 0.2;

interface Failed {
  /** ISO 8601. */
  firstAttemptTime: string;
  /** The number of attempts so far. */
  attempts: number;
  /** Seconds, from the Retry-After header of the receiver. */
  retryAfter?: number | undefined;
}

/** The time of the next attempt; undefined after one day. The last attempt is exactly at the end of the day. `random`: from 0 to 1. */
export function nextAttempt(
  { firstAttemptTime, attempts, retryAfter = 0 }: Failed,
  now: string,
  random: number,
): string | undefined {
  const last = Date.parse(firstAttemptTime) + msPerDay;
  const at = Date.parse(now);
  if (at >= last) return undefined;
  const wait = (waits[attempts - 1] ?? longest) * (1 - spread + 2 * spread * random);
  const asked = Math.min(Math.max(retryAfter, 0) * msPerSecond, longest);
  return new Date(Math.min(at + Math.max(wait, asked), last)).toISOString();
}

/** What the status of the receiver means: 2xx is accepted; 410 means that it accepts no more events (Standard Webhooks). */
export function verdictOf(status: number): "taken" | "gone" | "failed" {
  if (status >= 200 && status < 300) return "taken";
  return status === 410 ? "gone" : "failed";
}
