/*
 * Notes: what a commit leaves to do in other records. A note is written in the commit itself, so nothing is forgotten when a process dies;
 * it is removed when all of it is done (follow-links.ts).
 *
 *  entity    pk             sk    cost
 *  linkNote  NOTES#<shard>  <id>  2 WCU per KB in the commit, 2 to remove it
 *
 * A note may mark records whose cells others carry (schema/stale-marks.ts): in the same commits.
 */

import { markStale, unmarkStale } from "#lib/data/schema/stale-marks";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type FieldId, type RecordId, randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, removeKey } from "#lib/store/commit";
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
  /** The fields of the linked records that have changed and are looked up. */
  shown?: FieldId[];
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

/** A record that link fields elsewhere show otherwise: its title, or cells that lookups show. */
export interface ChangedRecord {
  tableId: TableId;
  id: RecordId;
  /** The ids of the link fields that show it. */
  dependents: FieldId[];
  /** They carry cells that have changed: the record is marked until they have the new ones (schema/stale-marks.ts). */
  isCarried?: true;
  /** The fields that have changed and are looked up. */
  shown?: FieldId[];
}

/** A deleted record: another call may have linked to it meanwhile. */
export interface GoneRecord {
  tableId: TableId;
  id: RecordId;
}

interface Noted {
  stale: StaleCell[];
  sure: SureCell[];
  changed: ChangedRecord[];
  gone: GoneRecord[];
}

/** What follows from a commit. */
export interface Following extends Noted {
  /**
   * No answer waits for this, because readers see what is right meanwhile: records whose titles are the same, but not what lookups show of
   * them; new links that carry nothing yet.
   */
  later: Pick<Noted, "changed" | "stale">;
}

export interface NoteItem extends Item, Noted {
  /** The tables in which it marks records (schema/stale-marks.ts). */
  marks?: TableId[];
  /** No answer waits for it: readers see the marks. */
  isLater?: true;
  /** How many notes, one following from the other, led to it; absent for one of a call. */
  hops?: number;
  by: UserId;
  /** The time of the commit: ISO 8601 UTC. */
  time: string;
  /** The consumer does what is left of it after this time. */
  dueTime: string;
}

const nothingNoted = (): Noted => ({ stale: [], sure: [], changed: [], gone: [] });

export const nothingFollows = (): Following => ({
  ...nothingNoted(),
  later: { changed: [], stale: [] },
});

const shards = ["0", "1", "2", "3"];
export const notePartitions: readonly string[] = shards.map((shard) => `NOTES#${shard}`);

const entriesPerNote = 1000;

/**
 * Titles may be made of titles, from table to table. Circles are refused when fields change, but the deletion of a field may close one:
 * nothing follows so far from the change that began it.
 */
const mostHops = 100;
const msUntilDue = 2 * msPerSecond;

interface NoteMaker {
  userId: UserId;
  now: string;
  hops?: number;
}

/** The notes for what follows from a commit that followed from a note itself, or from a job about it. */
export const furtherNotesOf = (following: Following, by: Required<NoteMaker>): NoteItem[] =>
  by.hops < mostHops ? notesOf(following, { ...by, hops: by.hops + 1 }) : [];

/** The notes for what follows from a commit; none if nothing does. */
export const notesOf = ({ later, ...following }: Following, by: NoteMaker): NoteItem[] => [
  ...cutIntoNotes(following).map((noted) => toNote(noted, by)),
  ...cutIntoNotes({ ...nothingNoted(), ...later }).map((noted) => ({
    ...toNote(noted, by),
    isLater: true as const,
  })),
];

function cutIntoNotes(noted: Noted): Noted[] {
  const entries = (Object.keys(noted) as (keyof Noted)[]).flatMap((kind) =>
    noted[kind].map((entry) => ({ kind, entry })),
  );
  return cutIntoPieces(entries, entriesPerNote).map((some) => {
    const part = nothingNoted();
    for (const { kind, entry } of some) (part[kind] as unknown[]).push(entry);
    return part;
  });
}

function toNote(noted: Noted, { userId, now, hops }: NoteMaker): NoteItem {
  const id = randomText(16);
  const marks = new Set(noted.changed.flatMap(({ tableId, isCarried }) => (isCarried ? [tableId] : [])));
  return {
    pk: `NOTES#${shards[id.charCodeAt(0) % shards.length]}`,
    sk: id,
    entity: "linkNote",
    version: 1,
    ...noted,
    ...(marks.size > 0 && { marks: [...marks] }),
    ...(hops && { hops }),
    by: userId,
    time: now,
    dueTime: timeAfter(now, msUntilDue),
  };
}

/** The changes that write notes, with the marks of records whose carried cells have changed. */
export const noteChanges = (notes: readonly NoteItem[]): Change[] =>
  notes.flatMap((item) => [
    { op: "create", item },
    ...(item.marks ?? []).map((tableId) => markStale(tableId, item.sk, markedIn(item, tableId))),
  ]);

/** The changes that remove notes, when all of them is done. */
export const removeNotes = (notes: readonly NoteItem[]): Change[] =>
  notes.flatMap((item) => [
    removeKey(item),
    ...(item.marks ?? []).map((tableId) => unmarkStale(tableId, item.sk)),
  ]);

const markedIn = ({ changed }: Noted, table: TableId): RecordId[] =>
  changed.flatMap(({ tableId, id, isCarried }) => (isCarried && tableId === table ? [id] : []));
