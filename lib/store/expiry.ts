/* What ends by itself: `expiresAt`, in seconds. DynamoDB deletes it some time later, so a reader checks whether it has expired. */

import { msPerSecond } from "#lib/schemas/basics/time-units";

interface Expiring {
  expiresAt: number;
}

/** The `expiresAt` of what is kept for so many seconds from `now`, ISO 8601 UTC; rounded up to a whole second. */
export const expiryIn = (seconds: number, now: string): number =>
  Math.ceil(Date.parse(now) / msPerSecond) + seconds;

/** Whether it has not expired at `now`, ISO 8601 UTC. */
export const isUnexpired = ({ expiresAt }: Expiring, now: string): boolean =>
  expiresAt * msPerSecond > Date.parse(now);
