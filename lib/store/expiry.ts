/* What ends by itself: `expiresAt`, in seconds. DynamoDB deletes it some time after, so whoever reads it asks whether it is over. */

interface Expiring {
  expiresAt: number;
}

export const expiryIn = (seconds: number, now: string): number =>
  Math.floor(Date.parse(now) / 1000) + seconds;

/** Whether it is good still; `now` is ISO 8601 UTC. */
export const isUnexpired = ({ expiresAt }: Expiring, now: string): boolean =>
  expiresAt * 1000 > Date.parse(now);
