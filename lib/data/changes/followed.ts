/*
 * Which bases are followed: only these have a log.
 *
 *  entity    pk              sk        cost
 *  followed  CHANGES#<base>  FOLLOWED  read for each request for changes, 1 RCU; written once a day; read by the dispatcher
 *
 * It is written before the first cursor is given, and the dispatcher reads a *no* again for each batch, strongly. So a change that became
 * visible after a follower read the base is in the log. It outlives every cursor by a day.
 *
 * Numbers of chunks grow from `start`, which is a time in milliseconds: a base has fewer chunks than milliseconds, so numbers that were given
 * before it was followed anew are lower. `head` is a number that no later chunk has, for a log whose chunks have all expired.
 */
import { msPerDay, msPerHour, msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { change, insert, tryCommit } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";
import { daysKept, logPart, newestChunk } from "./chunks.ts";

export type FollowedItem = Item & {
  start: number;
  head: number;
  /** ISO 8601: until then changes are logged. */
  until: string;
  /** ISO 8601: until then some connection waits for hints. */
  watchedUntil?: string | undefined;
  expiresAt: number;
};

const followedKey = (baseId: string) => ({ pk: logPart(baseId), sk: "FOLLOWED" });

const msKept = daysKept * msPerDay;
/** A connection lasts two hours at most. */
const msWatched = 130 * msPerMinute;

/** Whether some connection waits for hints at `now`. */
export const isWatchedAt = (item: FollowedItem | undefined, now: string): boolean =>
  (item?.watchedUntil ?? "") > now;

/** Whether the base is followed at `now`; undefined if it is not. */
export async function findFollowed(baseId: string, now: string): Promise<FollowedItem | undefined> {
  const item = await getItem<FollowedItem>(followedKey(baseId));
  return item && item.until > now ? item : undefined;
}

/** Marks the base as followed from now on, if it is not, or for longer; `isWatched`: by a connection that waits for hints. */
export async function followBase(
  baseId: string,
  now: string,
  { isWatched = false } = {},
): Promise<FollowedItem> {
  for (;;) {
    const item = await getItem<FollowedItem>(followedKey(baseId));
    const isFollowed = item !== undefined && item.until > now;
    const isLong = isFollowed && item.until > timeAfter(now, msKept - msPerDay);
    const isHeard = !isWatched || isWatchedAt(item, timeAfter(now, msWatched - msPerHour));
    if (isLong && isHeard) return item;
    const until = timeAfter(now, msKept);
    const start = Date.parse(now);
    const watchedUntil = isWatched ? timeAfter(now, msWatched) : item?.watchedUntil;
    const newest = isFollowed ? ((await newestChunk(baseId))?.number ?? 0) : 0;
    const next = {
      ...(isFollowed ? { start: item.start, head: Math.max(item.head, newest) } : { start, head: start }),
      until,
      ...(watchedUntil && { watchedUntil }),
      expiresAt: expiryIn(0, until),
    };
    const made = { ...followedKey(baseId), entity: "followed", ...next };
    if (await tryCommit([item ? change(item, next) : insert(made)]))
      return { ...made, version: (item?.version ?? 0) + 1 };
  }
}
