/*
 * Appends changes to the logs of their bases, behind the stream: what is appended is visible already.
 *
 *   changes of a batch ─▶ by base ─▶ followed? ─▶ a chunk at the highest number + 1, if no other writer was first
 */
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { msPerMinute, secondsPerDay } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import { isConditionUnmet, putItem } from "#lib/store/store";
import { type Logged, packLogged } from "./chunk.ts";
import { daysKept, findGiven, logKey, newestChunk, rememberGiven } from "./chunks.ts";
import { type FollowedItem, findFollowed, isWatchedAt } from "./followed.ts";
import { logInBases, type SeenChange } from "./logged-changes.ts";

/** In one chunk. */
const mostChanges = 1000;
const mostAttempts = 30;

/** Appends the changes to the logs of the bases that are followed. Gives the changes that could not be appended, with the reason. */
export async function appendChanges<Seen extends SeenChange>(
  seen: readonly Seen[],
  now: string,
): Promise<{ failed: Seen[]; reason?: unknown }> {
  const failed: Seen[] = [];
  let reason: unknown;
  const found = await Promise.all(
    seen.map(async (each) => {
      try {
        return (await logInBases(each)).map((logged) => ({ seen: each, ...logged }));
      } catch (error) {
        failed.push(each);
        reason = error;
        return [];
      }
    }),
  );
  const ofBases = [...Map.groupBy(found.flat(), ({ baseId }) => baseId)];
  await Promise.all(
    ofBases.map(async ([baseId, changes]) => {
      try {
        const logged = changes.map((each) => each.logged);
        await appendToBase(baseId, logged, now);
      } catch (error) {
        failed.push(...changes.map((each) => each.seen));
        reason = error;
      }
    }),
  );
  return { failed, reason };
}

async function appendToBase(baseId: string, changes: readonly Logged[], now: string): Promise<void> {
  const followed = await isFollowed(baseId, now);
  if (!followed) return;
  for (const some of cutIntoPieces([...changes], mostChanges)) await appendChunk(followed, baseId, some, now);
}

async function appendChunk(
  followed: FollowedItem,
  baseId: string,
  changes: Logged[],
  now: string,
): Promise<void> {
  const chunk = {
    ...{ version: 1, text: packLogged(changes), time: now },
    expiresAt: expiryIn(daysKept * secondsPerDay, now),
  };
  const isHeard = isWatchedAt(followed, now);
  const heard = { entity: "heardChanges", ...chunk };
  const { head } = followed;
  let highest = Math.max(findGiven(baseId) ?? (await readHead(baseId, head)), head);
  for (let attempt = 1; ; attempt++) {
    try {
      const key = logKey(baseId, highest + 1);
      await putItem({ ...key, ...(isHeard ? heard : { entity: "changes", ...chunk }) }, isFree);
      rememberGiven(baseId, highest + 1);
      // a connection may have begun to watch after the mark was read, and have read the log before this was in it
      if (!isHeard && isWatchedAt(await findFollowed(baseId, now), now))
        await putItem({ ...key, ...heard }, isThere);
      return;
    } catch (error) {
      if (!isConditionUnmet(error) || attempt === mostAttempts) throw error;
      highest = await readHead(baseId, head);
    }
  }
}

const isFree = { ConditionExpression: "attribute_not_exists(pk)" };
const isThere = { ConditionExpression: "attribute_exists(pk)" };

/** The highest number that was given; `head` if all chunks have expired. */
const readHead = async (baseId: string, head: number): Promise<number> =>
  Math.max((await newestChunk(baseId))?.number ?? 0, head);

/** Bases that are followed. What is not followed is read again for each batch. */
const marks = new Map<string, { item: FollowedItem; since: number }>();
const mostKnown = 10_000;
/** Milliseconds: a mark is extended only once a day. One without a connection that waits for hints is read again each time. */
const remembered = msPerMinute;

async function isFollowed(baseId: string, now: string): Promise<FollowedItem | undefined> {
  const known = marks.get(baseId);
  if (known && performance.now() - known.since < remembered && isWatchedAt(known.item, now))
    return known.item;
  const since = performance.now();
  const item = await findFollowed(baseId, now);
  if (marks.size >= mostKnown) marks.clear();
  if (item) marks.set(baseId, { item, since });
  else marks.delete(baseId);
  return item;
}
