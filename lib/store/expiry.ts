/*
 * Items that expire: `expiresAt`, in seconds since 1970, is DynamoDB's time to live. DynamoDB deletes an expired item only some time
 * later, so readers must check `isUnexpired`.
 */

import { msPerSecond } from "#lib/schemas/basics/time-units";

interface Expiring {
  expiresAt: number;
}

/** The `expiresAt` of an item to keep for `seconds` from `now` (ISO 8601 UTC), rounded up to a whole second. */
export const expiryIn = (seconds: number, now: string): number =>
  Math.ceil(Date.parse(now) / msPerSecond) + seconds;

/** Whether an item has not expired at `now` (ISO 8601 UTC). */
export const isUnexpired = ({ expiresAt }: Expiring, now: string): boolean =>
  expiresAt * msPerSecond > Date.parse(now);
