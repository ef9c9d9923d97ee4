/*
 * A batch: the records that one call will write, each before and after the call. It is planned completely before anything is written.
 * Everything that follows from cells is planned here and nowhere else; what is written, answered and notified follows from the batch.
 *
 *   wanted records ──▶ planBatch ──▶ batch ─┬─▶ batchChanges: records, guards of unique cells, row positions, files, mentions
 *                      numbers, rows        └─▶ showBatch: the answer
 *
 * Values that are derived from cells, of these records or of others (links between records, formulas), belong at the end of planBatch,
 * where every record is known before and after. Further changes to write belong into batchChanges.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Write } from "#lib/data/links/link-sides";
import type { NoteItem } from "#lib/data/links/notes";
import type { LinkChanges } from "#lib/data/links/plan-links";
import type { Targets } from "#lib/data/links/read-targets";
import { findMentions } from "#lib/data/records/mention-events";
import { type CellFiles, useOf } from "#lib/data/records/named-cells";
import { applyMove, buildRecord, exchangeGuards, type RecordItem } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { RowPositions } from "#lib/data/rows/place-rows";
import type { DependentItem, TableItem } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { isSameCells } from "#lib/engine/cells/changed-cells";
import { makePresenter } from "#lib/engine/cells/present";
import { isOfLaterFields, makeReshaper, presentShapes } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { lookupsIn } from "#lib/engine/fields/formula-inputs";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import { type Change, insert, ReadAgain } from "#lib/store/commit";
import type { TakeNumbers } from "./record-numbers.ts";

/** The wanted state of a record. */
export interface WantedRecord {
  /** Its path in the request. */
  at: PropertyKey[];
  /** The stored record; a new record has none. */
  before?: RecordItem;
  /** All cells that it will have; without this member its cells stay unchanged. */
  cells?: Cells;
  /** Link field → its links as the sender read them: they are merged with those of the record. */
  seenLinks?: Write["seenLinks"];
}

interface BatchTarget {
  /** An existing table, or one that the same commit creates. */
  table: Pick<TableItem, "id" | "baseId" | "spaceId">;
  fields: Field[];
  /** The kind of keys by which the request names fields. */
  fieldKeyType: FieldKeyType;
  /** The files that the request names. */
  files?: CellFiles;
  /** The records that the request links. */
  targets?: Targets | undefined;
  /** The link fields elsewhere that show records of this table. */
  dependents?: DependentItem[];
  /** The context in which the cells of new records were read: it knows all people in them. */
  context?: CellContext;
  /** Whether people are not notified of mentions in these cells. */
  isQuiet?: boolean;
}

export interface RecordBatch extends BatchTarget {
  /** In the order of the request. */
  writes: Write[];
  /** The changes of row positions. */
  rowChanges: Change[];
  /** The changes of links in other records, and the notes of what else must be updated. */
  linkChanges: Change[];
  /** The records that the call makes because it links them, with the changes that write them. */
  made: LinkChanges["made"];
  notes: NoteItem[];
  /** Record id → cells with more links than the record keeps, in full: for the answer. */
  full: ReadonlyMap<string, Cells>;
}

interface BatchOptions {
  /** Gives the numbers of new records; required if there are any. */
  takeNumbers?: TakeNumbers;
  /** The row positions, in the order of the request. Without them existing rows stay, and new ones come last. */
  places?: RowPositions;
  /** Completes the cells of new records when their ids are known: with links between them. In the order of the wanted records. */
  complete?: ((records: RecordItem[]) => void) | undefined;
}

/** Records that were written, in the order of the request. */
export interface Written {
  shown: Record[];
  items: RecordItem[];
}

const noNumbers = () => {
  throw new Error("new records need numbers");
};

/** Plans the batch. Writes nothing, except that the counter of record numbers goes up. */
export async function planBatch(
  target: BatchTarget,
  wanted: WantedRecord[],
  { takeNumbers = noNumbers, places, complete }: BatchOptions,
  caller: Caller,
): Promise<RecordBatch> {
  const newCount = wanted.filter(({ before }) => !before).length;
  let number = newCount > 0 ? await takeNumbers(newCount) : 0;
  const { fields } = target;
  const isOutdated = wanted.some(({ before }) => before && isOfLaterFields(before, fields));
  if (isOutdated) throw new ReadAgain("a field was converted after this call read the table");
  const shapes = presentShapes(fields);
  const shaped = shapes && { shapes };
  const reshape = makeReshaper(fields);
  const links = new Set<string>(fields.filter(holdsLinks).map(({ id }) => id));
  const withoutLinks = (cells: Cells): Cells =>
    links.size === 0 ? cells : Object.fromEntries(Object.entries(cells).filter(([id]) => !links.has(id)));
  const build = (cells: Cells = {}) => ({
    ...buildRecord(target.table.id, number++, cells, caller.userId, caller.now),
    ...shaped,
  });
  const rows = wanted.map(({ before, cells }) => before ?? build(cells));
  complete?.(rows);
  const moving = places?.put(rows);
  const writes = wanted.map(({ at, before, cells, seenLinks }, i): Write => {
    const row = rows[i] as RecordItem;
    const place = moving?.of(row);
    if (!before) return { at, after: { ...row, ...place } };
    const version = before.version + 1;
    const edit = { lastModifiedTime: nextTime(before, caller.now), lastModifiedBy: caller.userId, version };
    // a record whose cells and position stay the same is not written
    const unchanged = place ? { ...before, ...applyMove(place, before), version } : before;
    if (!cells) return { at, before, after: unchanged };
    const former = reshape(before);
    const isSame = isSameCells(withoutLinks(former.cells), withoutLinks(cells));
    // the links that a record keeps may be out of date: only the items tell whether the request has the same ones
    const sendsLinks = [...links].some((id) => before.cells[id as FieldId] !== cells[id as FieldId]);
    if (isSame && !sendsLinks) return { at, before, after: unchanged };
    const after = { ...former, cells, ...place, ...edit };
    return { at, before, after, ...(isSame && { unchanged }), ...(seenLinks && { seenLinks }) };
  });
  const linked = await planLinksOf(target, writes, caller);
  return { ...target, ...linked, rowChanges: moving?.changes ?? [] };
}

/** Imports the code only for a batch that changes links, or titles that links elsewhere show. */
async function planLinksOf(
  target: BatchTarget,
  writes: RecordBatch["writes"],
  caller: Caller,
): Promise<Pick<RecordBatch, "writes" | "linkChanges" | "made" | "notes" | "full">> {
  const unchanged = { writes, linkChanges: [], made: [], notes: [], full: new Map() };
  const { fields, dependents = [] } = target;
  if (dependents.length === 0 && !fields.some(holdsLinks)) return unchanged;
  const { planNotes, planLinks, touchesLinks } = await import("#lib/data/links/plan-links");
  if (!touchesLinks(target, writes)) return unchanged;
  const planned: LinkChanges = await planLinks(target, writes, caller);
  const { notes, changes } = planNotes(planned.following, caller);
  const { full, made } = planned;
  return { writes: planned.writes, linkChanges: [...planned.changes, ...changes], made, notes, full };
}

/** The changes of a batch for its commit. Throws `Refused` if data has changed since it was read. */
export async function batchChanges(batch: RecordBatch, caller: Caller): Promise<Change[]> {
  const { table, fields, files, rowChanges, linkChanges, made, isQuiet } = batch;
  const writes = batch.writes.filter(({ before, after }) => after !== before);
  const reshape = makeReshaper(fields);
  const changed = writes.map(({ before, ...write }) => ({
    ...write,
    ...(before && { before: reshape(before) }),
  }));
  const guards = await exchangeGuards(table.id, fields, changed);
  const records = writes.map(({ after }) => after);
  const others = await Promise.all(made.map(({ of, writes }) => of.changesFor(writes)));
  return [
    ...writes.map(writeChange),
    ...guards,
    ...rowChanges,
    ...linkChanges,
    ...others.flat(),
    ...(files?.useChanges(records, useOf(table)) ?? []),
    ...(isQuiet ? [] : findMentions(table, fields, changed.map(cellChangeOf), caller)),
  ];
}

const writeChange = ({ before, after }: Write): Change =>
  before ? { op: "update", before, item: after } : insert(after);

const cellChangeOf = ({ before, after: { id, cells } }: Write) =>
  before ? { id, before: before.cells, after: cells } : { id, after: cells };

/** The records as the answer shows them, in the order of the request. Throws 413 if they are too large for one answer. */
export async function showBatch(
  { writes, fields, fieldKeyType, context, full }: RecordBatch,
  caller: Caller,
): Promise<Record[]> {
  const items = writes.map(({ after }) => inFull(after, full.get(after.id)));
  const how = { fieldKeyType, cellFormat: "json", ...caller.minimal } as const;
  const isRead = caller.minimal || writes.some(({ before }) => before) || lookupsIn(fields).length > 0;
  if (!context || isRead) return showAllFitting(items, fields, how, caller);
  // the people in the cells of new records were looked up to read the cells
  const present = makePresenter({ ...how, fields, context, may: caller.may });
  return takeFitting(items, present, () => context.work?.turn());
}

/** The record with these cells, which are stored in full only after the commit. */
function inFull(record: RecordItem, cells: Cells | undefined): RecordItem {
  if (!cells) return record;
  const more = Object.entries(record.more ?? {}).filter(([id]) => !(id in cells));
  return { ...record, cells: { ...record.cells, ...cells }, more: Object.fromEntries(more) };
}

/** The time of a change: always after the previous change, even if clocks of machines differ. Histories are sorted by it. */
function nextTime({ lastModifiedTime, createdTime }: RecordItem, now: string): string {
  const before = Date.parse(lastModifiedTime ?? createdTime);
  return before < Date.parse(now) ? now : new Date(before + 1).toISOString();
}
