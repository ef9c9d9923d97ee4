/*
 * Does the work that commits with links leave for later (notes.ts): it updates titles, and the copies of links in records that hold many.
 *
 *   commit ──▶ followSoon: up to 2,500 records, 200 titles and 15 seconds, before the answer ──▶ the note is removed
 *          └─▶ consumer, two seconds later, if the note is still there ──▶ schedule, every five minutes         left-notes.ts
 *                └─▶ a job, if more than 500 records show a title                                              follow-job.ts
 *
 * follow-cells.ts does the work.
 */

import { recordKey } from "#lib/data/records/record-keys";
import { find as findTable, schemaOf, tableKey } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { runTogether } from "#lib/store/retry";
import { runCall } from "#lib/store/running-calls";
import { getItems, type Item, type Key, keyText } from "#lib/store/store";
import { clearLinksOfGone } from "./clear-gone.ts";
import type { Stale } from "./compute-cells.ts";
import { followCells } from "./follow-cells.ts";
import { makeFollower } from "./follow-in-turn.ts";
import { linkedFrom, sidesOfDependent } from "./link-items.ts";
import { type ChangedRecord, type NoteItem, removeNotes, type SureCell } from "./notes.ts";

/** At most so many records are updated before the answer: enough for a call that makes a thousand links. */
const recordsAtOnce = 2500;
/** If more records than this show a title, they are updated after the answer. Only a job makes the field pending (left-notes.ts). */
const titlesAtOnce = 200;
/** Leaves enough of the 29 seconds that a function has. */
const msAtOnce = 15_000;

/** Does these notes before the call answers, if they concern few records. The consumer does what fails or takes longer. Never throws. */
export async function followSoon(all: NoteItem[], isStaged: boolean): Promise<void> {
  const notes = all.filter(({ isLater }) => !isLater);
  if (countRecords(notes) > recordsAtOnce) return;
  const timer = new Promise<void>((resolve) => setTimeout(resolve, msAtOnce).unref());
  const follow = isStaged
    ? (note: NoteItem) => followNotes([note], { keepsNote: true, mostRecords: titlesAtOnce })
    : followInTurn;
  // the work may go on after the call has ended
  const work = runCall(() => runTogether(notes, follow)).catch(() => {});
  await Promise.race([work, timer]);
}

const followInTurn = makeFollower((notes) => followNotes(notes, { mostRecords: titlesAtOnce }));

/** How many records these notes make us read. */
function countRecords(notes: NoteItem[]): number {
  const ids = notes.flatMap(({ stale, sure, changed, gone }) => [
    ...[...stale, ...changed, ...gone].map(({ id }) => id),
    ...sure.flatMap(({ versions }) => Object.keys(versions)),
  ]);
  return new Set(ids).size;
}

interface How {
  /** The note is still part of a staged commit: the consumer will do it again, and remove it. */
  keepsNote?: boolean;
  /** With more records than this, the note is left to the consumer. */
  mostRecords?: number;
}

/** Does the notes of one user and removes them. May be repeated. Throws if another writer interferes. */
export async function followNotes(
  notes: NoteItem[],
  { keepsNote = false, mostRecords }: How = {},
): Promise<void> {
  const [{ by, time }] = notes.toSorted((a, b) => (a.time > b.time ? -1 : 1)) as [NoteItem];
  const stale = notes.flatMap((note) => note.stale);
  const sure = notes.flatMap((note) => note.sure);
  const changed = notes.flatMap((note) => note.changed);
  const gone = notes.flatMap((note) => note.gone);
  const cells = mergeStale(stale);
  const [found, fromTitles] = await Promise.all([
    readNoted(cells, sure),
    staleOfTitles(changed, mostRecords),
  ]);
  const fromSure = staleOfSure(sure, found);
  if (!fromTitles) return;
  for (const each of gone) await clearLinksOfGone(each, { by, time });
  const all = mergeStale([...cells, ...fromSure.cells, ...fromTitles]);
  for (const each of fromSure.gone) await clearLinksOfGone(each, { by, time });
  const removals = keepsNote ? [] : removeNotes(notes);
  const hops = Math.max(...notes.map((note) => note.hops ?? 0));
  await followCells(all, { by, time, hops, last: removals, found });
}

/** Merges the entries about the same cell into one. */
function mergeStale(stale: Stale[]): Stale[] {
  const merged = new Map<string, Stale>();
  for (const each of stale) {
    const key = `${each.id} ${each.fieldId}`;
    const other = merged.get(key);
    const isMember = [other?.isMember, each.isMember, each.added?.length, each.removed?.length].some(Boolean);
    merged.set(key, {
      ...{ tableId: each.tableId, id: each.id, fieldId: each.fieldId },
      added: [...(other?.added ?? []), ...(each.added ?? [])],
      removed: [...(other?.removed ?? []), ...(each.removed ?? [])],
      retitled: [...(other?.retitled ?? []), ...(each.retitled ?? [])],
      ...(isMember && { isMember: true as const }),
      ...((other?.shown || each.shown) && { shown: [...(other?.shown ?? []), ...(each.shown ?? [])] }),
    });
  }
  return [...merged.values()];
}

/** Reads the records that a note names and the tables of the cells in one request: often they are the same. */
async function readNoted(cells: Stale[], sure: SureCell[]): Promise<Item[]> {
  const all = [
    ...cells.flatMap(({ tableId, id }): Key[] => [tableKey(tableId), recordKey(tableId, id)]),
    ...sure.flatMap(({ foreignTableId, versions }) =>
      Object.keys(versions).map((id) => recordKey(foreignTableId, id)),
    ),
  ];
  const keys = new Map(all.map((key) => [keyText(key), key]));
  return keys.size > 0 ? getItems([...keys.values()]) : [];
}

/** The cells whose linked records were changed or deleted after the linking call read them. */
function staleOfSure(sure: SureCell[], found: Item[]) {
  const versionOf = new Map<string, number>(found.map((item) => [keyText(item), item.version]));
  const gone = new Map<string, { tableId: TableId; id: RecordId }>();
  const cells = sure.flatMap(({ tableId, id, fieldId, foreignTableId, versions }): Stale[] => {
    const changed = (Object.keys(versions) as RecordId[]).filter((other) => {
      const now = versionOf.get(keyText(recordKey(foreignTableId, other)));
      if (now === undefined) gone.set(other, { tableId: foreignTableId, id: other });
      return now !== undefined && now !== versions[other];
    });
    return changed.length > 0 ? [{ tableId, id, fieldId, retitled: changed }] : [];
  });
  return { cells, gone: [...gone.values()] };
}

/** The cells elsewhere that show the titles of these records; `undefined` if there are more than `most`. */
async function staleOfTitles(
  changed: ChangedRecord[],
  most = Number.POSITIVE_INFINITY,
): Promise<Stale[] | undefined> {
  const cells: Stale[] = [];
  for (const { tableId, id, dependents, shown } of changed) {
    const table = await findTable(tableId);
    if (!table) continue;
    const schema = await schemaOf(table);
    for (const item of schema.dependents.filter(({ fieldId }) => dependents.includes(fieldId))) {
      const { own, back } = sidesOfDependent(item);
      for (const other of await linkedFrom(back, id))
        cells.push({
          tableId: own.tableId,
          id: other,
          fieldId: own.id,
          retitled: [id],
          ...(shown && { shown }),
        });
    }
    if (cells.length > most) return undefined;
  }
  return cells;
}
