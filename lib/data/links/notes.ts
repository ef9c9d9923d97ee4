/*
 * A note says which other records must be updated after a commit. It is written in that commit, so the work is not lost when a process
 * dies, and it is removed when the work is done (follow-links.ts).
 *
 *  entity    pk             sk    cost
 *  linkNote  NOTES#<shard>  <id>  2 WCU per KB in the commit, 2 to remove it
 *
 * If a note is about records whose cells other records carry, the same commits mark and unmark them (schema/stale-marks.ts).
 */

import { markStale, unmarkStale } from "#lib/data/schema/stale-marks";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { type FieldId, type RecordId, randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, removeKey } from "#lib/store/commit";
import { type Item, readAll } from "#lib/store/store";

/** A cell that a change on the other side of its links has made stale: links were added or removed there, or titles changed. */
export interface StaleCell {
  tableId: TableId;
  id: RecordId;
  fieldId: FieldId;
  /** The added links, with the titles that they have after the commit. */
  added?: LinkedRecord[];
  removed?: RecordId[];
  /** Linked records whose titles must be read again. */
  retitled?: RecordId[];
  /** The fields of the linked records that have changed and that lookups show. */
  shown?: FieldId[];
}

/** A cell that the commit links to others, whose titles it read before. The follower makes sure: if `versions` differ, it reads them again. */
export interface SureCell {
  tableId: TableId;
  id: RecordId;
  fieldId: FieldId;
  foreignTableId: TableId;
  /** The versions of the linked records when they were read. */
  versions: { [id: RecordId]: number };
}

/** A changed record that link fields elsewhere show: by its title, or by cells that lookups show. */
export interface ChangedRecord {
  tableId: TableId;
  id: RecordId;
  /** The ids of the link fields that show it. */
  dependents: FieldId[];
  /** Other records carry its changed cells: it is marked until they carry the new ones (schema/stale-marks.ts). */
  isCarried?: true;
  /** Its changed fields that lookups show. */
  shown?: FieldId[];
}

/** A deleted record. Another call may have linked to it at the same time. */
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

/** The work that a commit leaves for later. */
export interface Following extends Noted {
  /**
   * No answer waits for this, because readers show the right cells before it is done: records whose lookups changed but not their titles,
   * and new links that carry nothing yet.
   */
  later: Pick<Noted, "changed" | "stale">;
}

export interface NoteItem extends Item, Noted {
  /** The tables in which the note has marked records (schema/stale-marks.ts). */
  marks?: TableId[];
  /** No answer waits for this note: readers see the marks. */
  isLater?: true;
  /** How many notes led to this one, each following from the one before; absent if a call wrote it. */
  hops?: number;
  by: UserId;
  /** The time of the commit: ISO 8601 UTC. */
  time: string;
  /** After this time the consumer does the note if it still exists. */
  dueTime: string;
}

const nothingNoted = (): Noted => ({ stale: [], sure: [], changed: [], gone: [] });

export const nothingFollows = (): Following => ({
  ...nothingNoted(),
  later: { changed: [], stale: [] },
});

/** All bases share these partitions: docs/design/shared-places.md. */
export const noteShards = 32;
const partOf = (shard: number) => `NOTES#${shard}`;

/** The partitions of all notes. */
export const noteParts = Array.from({ length: noteShards }, (_, shard) => partOf(shard));

/** All notes that are not done yet. */
export async function readOpenNotes(): Promise<NoteItem[]> {
  return (await Promise.all(noteParts.map((pk) => readAll<NoteItem>({ pk })))).flat();
}

const entriesPerNote = 1000;

/**
 * A title may depend on titles of other tables. Fields that would form a circle are refused, but deleting a field may still close one: so a
 * note that is this far from the first change leads to no other.
 */
const mostHops = 100;
const msUntilDue = 2 * msPerSecond;

interface NoteMaker {
  userId: UserId;
  now: string;
  hops?: number;
}

/** The notes of a commit that itself followed from a note or a job. */
export const furtherNotesOf = (following: Following, by: Required<NoteMaker>): NoteItem[] =>
  by.hops < mostHops ? notesOf(following, { ...by, hops: by.hops + 1 }) : [];

/** The notes of a commit; none if it leaves no work. */
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
    pk: partOf((3 * id.charCodeAt(0) + id.charCodeAt(1)) % noteShards),
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

/** The changes that write notes, and mark the records whose carried cells have changed. */
export const noteChanges = (notes: readonly NoteItem[]): Change[] =>
  notes.flatMap((item) => [
    { op: "create", item },
    ...(item.marks ?? []).map((tableId) => markStale(tableId, item.sk, markedIn(item, tableId))),
  ]);

/** The changes that remove notes whose work is done, and their marks. */
export const removeNotes = (notes: readonly NoteItem[]): Change[] =>
  notes.flatMap((item) => [
    removeKey(item),
    ...(item.marks ?? []).map((tableId) => unmarkStale(tableId, item.sk)),
  ]);

const markedIn = ({ changed }: Noted, table: TableId): RecordId[] =>
  changed.flatMap(({ tableId, id, isCarried }) => (isCarried && tableId === table ? [id] : []));
