/*
 * How far a stream of DynamoDB was read. A stream is made of shards: each has some hours of the writes of one partition, in their order, and has
 * children when it ends: the partition goes on, was split, or both. Here only keys matter, and an item is read as it is now. So shards are read beside
 * one another, in any order.
 */

export interface Shard {
  id: string;
  /** Whether nothing more is written into it. */
  hasEnded: boolean;
}

/** It is kept as JSON. */
export interface StreamPlace {
  /** ISO 8601. */
  time: string;
  /** The shards that are read, with the sequence number of what was read last; "" at the beginning. */
  reading: { [shard: string]: string };
  /** Those that were read to their end, or had ended before, while the stream lists them. */
  ended: string[];
}

/** A stream keeps what is written for a day; an hour of it is for reading. */
const longestPause = 23 * 60 * 60 * 1000;

/** The place from which everything is read that is written from now on. */
export const beginAt = (shards: readonly Shard[], now: Date): StreamPlace => ({
  time: now.toISOString(),
  reading: Object.fromEntries(shards.filter(({ hasEnded }) => !hasEnded).map(({ id }) => [id, ""])),
  ended: shards.filter(({ hasEnded }) => hasEnded).map(({ id }) => id),
});

/** The place with shards that have come since. They are read from their beginning. */
export function meetShards(place: StreamPlace, shards: readonly Shard[]): StreamPlace {
  const ended = new Set(place.ended);
  const met = shards.filter(({ id }) => !ended.has(id) && !Object.hasOwn(place.reading, id));
  const listed = new Set(shards.map(({ id }) => id));
  return {
    ...place,
    reading: { ...place.reading, ...Object.fromEntries(met.map(({ id }) => [id, ""])) },
    ended: place.ended.filter((id) => listed.has(id)),
  };
}

interface PageRead {
  shard: string;
  /** The sequence number of its last record; absent if it has none. */
  last?: string | undefined;
  /** Whether the shard has ended with it. */
  isOver: boolean;
}

/** The place after a page of a shard. */
export function passPage(place: StreamPlace, { shard, last, isOver }: PageRead): StreamPlace {
  const { [shard]: before = "", ...others } = place.reading;
  return isOver
    ? { ...place, reading: others, ended: [...place.ended, shard] }
    : { ...place, reading: { ...place.reading, [shard]: last ?? before } };
}

/** Whether something after this place may have been removed from the stream: it was kept too long ago, or a shard is no longer listed. */
export function isLost(place: StreamPlace, shards: readonly Shard[], now: Date): boolean {
  if (now.getTime() - Date.parse(place.time) > longestPause) return true;
  const listed = new Set(shards.map(({ id }) => id));
  return Object.keys(place.reading).some((id) => !listed.has(id));
}
