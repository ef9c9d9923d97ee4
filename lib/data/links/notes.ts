/*
 * Notes: what a commit leaves to do in other records. A note is written in the commit itself, so nothing is forgotten when a process dies;
 * it is removed when all of it is done (follow-links.ts).
 *
 *          pk                sk     cost
 *  note    NOTES#<shard>     <id>   2 WCU in the commit, 2 to remove it
 */

import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type FieldId, type RecordId, randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import type { Change } from "#lib/store/commit";
import type { Item } from "#lib/store/store";

/** A record whose cell shows links that were made or removed from the other side. */
export interface StaleCell {
  tableId: TableId;
  id: RecordId;
  fieldId: FieldId;
  /** What was linked: with the title that it has after the commit. */
  added?: LinkedRecord[];
  removed?: RecordId[];
  /** Linked records whose titles must be read again. */
  retitled?: RecordId[];
}

/** A record that was linked to others; their titles were read before the commit. */
export interface SureCell {
  tableId: TableId;
  id: RecordId;
  fieldId: FieldId;
  foreignTableId: TableId;
  /** The versions of the linked records as they were read. */
  versions: { [id: RecordId]: number };
}

/** A record whose title in these link fields elsewhere has changed. */
export interface ChangedTitle {
  tableId: TableId;
  id: RecordId;
  /** The ids of the link fields that show it. */
  dependents: FieldId[];
}

/** A deleted record: another call may have linked to it meanwhile. */
export interface GoneRecord {
  tableId: TableId;
  id: RecordId;
}

export interface Following {
  stale: StaleCell[];
  sure: SureCell[];
  changed: ChangedTitle[];
  gone: GoneRecord[];
}

export interface NoteItem extends Item, Following {
  by: UserId;
  /** The time of the commit: ISO 8601 UTC. */
  time: string;
  /** The consumer does what is left of it after this time. */
  dueTime: string;
}

export const nothingFollows = (): Following => ({ stale: [], sure: [], changed: [], gone: [] });

const shards = ["0", "1", "2", "3"];
export const notePartitions: readonly string[] = shards.map((shard) => `NOTES#${shard}`);

const entriesPerNote = 1000;
const msUntilDue = 2 * msPerSecond;

/** The notes for what follows from a commit; none if nothing does. */
export function notesOf(following: Following, { userId, now }: { userId: UserId; now: string }): NoteItem[] {
  const entries = (Object.keys(following) as (keyof Following)[]).flatMap((kind) =>
    following[kind].map((entry) => ({ kind, entry })),
  );
  return cutIntoPieces(entries, entriesPerNote).map((some) => {
    const note = { ...nothingFollows() };
    for (const { kind, entry } of some) (note[kind] as unknown[]).push(entry);
    const id = randomText(16);
    return {
      pk: `NOTES#${shards[id.charCodeAt(0) % shards.length]}`,
      sk: id,
      entity: "linkNote",
      version: 1,
      ...note,
      by: userId,
      time: now,
      dueTime: timeAfter(now, msUntilDue),
    };
  });
}

export const noteChange = (item: NoteItem): Change => ({ op: "create", item });
