/*
 * What follows a place in the log of a base.
 *
 *   no place yet                                    ─▶ the place of now
 *   too old, of another epoch, from before the mark ─▶ reset: the place of now; the caller reads everything again
 *   a place or a time that is not there yet         ─▶ reset: the store was restored, or its clock set back
 *   else                                            ─▶ changes, and the place after them
 *
 * Who takes a place, then reads the pages, then asks for what follows that place, misses nothing: a change is in the pages, or it became
 * visible after they were read, and then the log gets it after the place was taken.
 */
import { limits } from "#lib/schemas/basics/limits";
import { msPerDay, msPerHour } from "#lib/schemas/basics/time-units";
import { type LogPlace, readLogCursor, writeLogCursor } from "./change-cursor.ts";
import { type Logged, unpackLogged } from "./chunk.ts";
import { findGiven, newestChunk, readChunks, rememberGiven } from "./chunks.ts";
import { readEpoch } from "./epoch.ts";
import { type FollowedItem, followBase } from "./followed.ts";

/** What is asked of a log. `id`: what the cursors are for, a base or a share of it. */
export interface AskedChanges {
  baseId: string;
  id: string;
  since?: string | undefined;
  tableIds?: readonly string[] | undefined;
  take: number;
}

/** A change, and the place after it. */
export interface PlacedChange {
  change: Logged;
  after: LogPlace;
}

export interface FoundChanges {
  changes: PlacedChange[];
  /** The place after all of them, and after those that were left out. */
  after: LogPlace;
  more: boolean;
  reset: boolean;
}

/** Reads the changes after a cursor. `isWatched`: for a connection that waits for hints. Throws 400 for an invalid cursor. */
export async function readChanges(
  asked: AskedChanges,
  now: string,
  how: { isWatched?: boolean } = {},
): Promise<FoundChanges> {
  const since = asked.since === undefined ? undefined : readLogCursor(asked.id, asked.since);
  if (since) {
    const marking = followBase(asked.baseId, now, how);
    // what is logged after this was read is a hint only if the mark says before that a connection watches
    if (how.isWatched) await marking;
    const [followed, epoch, found] = await Promise.all([
      marking,
      readEpoch(since.epoch),
      readOn(asked, since),
    ]);
    if (
      since.epoch === epoch &&
      isKnown(since, followed, now) &&
      lastBefore(since) <= Math.max(found.highest, followed.head)
    )
      return found;
  }
  // before the place of now is read: from then on all changes are logged
  const followed = await followBase(asked.baseId, now, how);
  const [epoch, newest] = await Promise.all([readEpoch(since?.epoch), newestChunk(asked.baseId)]);
  const after = { epoch, number: Math.max(newest?.number ?? 0, followed.head) + 1, offset: 0 };
  return { changes: [], after, more: false, reset: since !== undefined };
}

/** The cursor for a place that was found. */
export const cursorOf = ({ id }: AskedChanges, place: LogPlace, now: string): string =>
  writeLogCursor(id, place, now);

/** Whether the log has all that followed a place, and the place was given in the past. Clocks of two machines may differ. */
const isKnown = (
  { number, given }: { number: number; given: number },
  { start }: FollowedItem,
  now: string,
): boolean => {
  const age = Date.parse(now) - given;
  // only the hour is known in which it was given
  return number > start && age > -msPerHour && age <= limits.changesDays * msPerDay + msPerHour;
};

/** The highest number that was given before a place was. */
const lastBefore = ({ number, offset }: LogPlace): number => (offset > 0 ? number : number - 1);

/** Chunks in one request to the store, and requests for one answer: of a table in which nothing changes too, an answer is never long in coming. */
const [chunksAtOnce, mostRequests] = [100, 20];

/** Reads on from a place. `highest`: the highest number that is known to be given; it is at least that of the last chunk before the place, if this is in the store. */
async function readOn(
  { baseId, tableIds, take }: AskedChanges,
  since: LogPlace,
): Promise<FoundChanges & { highest: number }> {
  const wanted = tableIds && new Set<string>(tableIds);
  const read: PlacedChange[] = [];
  let after: LogPlace = { epoch: since.epoch, number: since.number, offset: since.offset };
  let more = true;
  const last = lastBefore(since);
  let highest = findGiven(baseId) ?? 0;
  // the chunk before the place shows that the place was given: the process of most followers knows it
  let from = highest < last ? last : since.number;
  for (let i = 0; i < mostRequests && more && read.length < take + limits.changesOfTable; i++) {
    const page = await readChunks(baseId, from, chunksAtOnce);
    for (const { number, text } of page.chunks) {
      highest = Math.max(highest, number);
      if (number < since.number) continue;
      const changes = unpackLogged(text);
      const begin = number === since.number ? since.offset : 0;
      for (const [i, change] of changes.entries()) {
        if (i < begin || (wanted && change.tableId && !wanted.has(change.tableId))) continue;
        const offset = i + 1;
        const place = offset === changes.length ? { number: number + 1, offset: 0 } : { number, offset };
        read.push({ change, after: { epoch: since.epoch, ...place } });
      }
      after = { ...after, number: number + 1, offset: 0 };
    }
    from = after.number;
    more = page.more;
  }
  if (highest > 0) rememberGiven(baseId, highest);
  return { ...takeSome(read, take, { after, more }), highest };
}

/** The first changes; a table with very many is one change that says so. */
function takeSome(
  read: PlacedChange[],
  take: number,
  { after, more }: Pick<FoundChanges, "after" | "more">,
): FoundChanges {
  const counts = new Map<string, number>();
  for (const { change } of read)
    if (change.tableId) counts.set(change.tableId, (counts.get(change.tableId) ?? 0) + 1);
  const isCrowded = ({ tableId }: Logged) =>
    tableId !== undefined && (counts.get(tableId) ?? 0) > limits.changesOfTable;
  const told = new Set<string>();
  const changes: PlacedChange[] = [];
  let last: LogPlace | undefined;
  for (const placed of read) {
    const { tableId } = placed.change;
    const isTold = isCrowded(placed.change) && told.has(tableId ?? "");
    if (!isTold && changes.length === take)
      return { changes, after: last ?? placed.after, more: true, reset: false };
    last = placed.after;
    if (isTold) continue;
    if (tableId !== undefined && isCrowded(placed.change)) {
      told.add(tableId);
      changes.push({ change: { type: "table.many", tableId: placed.change.tableId }, after: placed.after });
    } else changes.push(placed);
  }
  return { changes, after, more, reset: false };
}
