/*
 * A batch: the records that one call is about to write, each as it was and as it will be, before anything is written. All that
 * follows from cells is planned here and nowhere else: what a batch says of its records is what is written, shown and told.
 *
 *   wanted records ──▶ planBatch ──▶ batch ─┬─▶ batchChanges: records, guards of unique cells, rows, files, mentions
 *                      numbers, rows        └─▶ showBatch: the answer
 *
 * What is to be derived from cells, of these records or of others (links between records, formulas), belongs at the end of planBatch,
 * where every record is known before and after; what is to be written besides belongs into batchChanges.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type CellFiles, useOf } from "#lib/data/records/cell-files";
import { findMentions } from "#lib/data/records/mention-events";
import {
  applyMove,
  buildRecord,
  exchangeGuards,
  type RecordItem,
  type RecordWrite,
} from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { RowPositions } from "#lib/data/rows/place-rows";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { makePresenter } from "#lib/engine/cells/present";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import type { FieldKeyType, Record } from "#lib/schemas/records/record";
import { type Change, insert } from "#lib/store/commit";
import type { TakeNumbers } from "./record-numbers.ts";

/** What a record is to be. */
export interface WantedRecord {
  /** Where it stands in the request. */
  at: PropertyKey[];
  /** As it is stored; a new record has none. */
  before?: RecordItem;
  /** All cells that it is to have; without them they stay as they are. */
  cells?: Cells;
}

interface Target {
  /** One that is there, or will be by the commit. */
  table: Pick<TableItem, "id" | "baseId" | "spaceId">;
  fields: Field[];
  /** How the request names fields. */
  fieldKeyType: FieldKeyType;
  /** The files that the request names. */
  files?: CellFiles;
  /** What the cells of new records were read with: it knows all people in them. */
  context?: CellContext;
  /** Whether people are not notified that the cells mention them. */
  isQuiet?: boolean;
}

export interface RecordBatch extends Target {
  /** In the order of the request. */
  writes: (RecordWrite & { at: PropertyKey[] })[];
  /** What puts rows where they are to go. */
  rowChanges: Change[];
}

interface How {
  /** Gives the numbers of new records. */
  takeNumbers?: TakeNumbers;
  /** Where the rows go, in the order of the request. Without it those that are there stay, and new ones come last. */
  places?: RowPositions;
}

const noNumbers = () => {
  throw new Error("new records need numbers");
};

/** Plans what becomes of each record; nothing is written yet but the counter of numbers. */
export async function planBatch(
  target: Target,
  wanted: WantedRecord[],
  { takeNumbers = noNumbers, places }: How,
  { userId, now }: Caller,
): Promise<RecordBatch> {
  const newOnes = wanted.filter(({ before }) => !before).length;
  let number = newOnes > 0 ? await takeNumbers(newOnes) : 0;
  const build = (cells: Cells = {}) => buildRecord(target.table.id, number++, cells, userId, now);
  const rows = wanted.map(({ before, cells }) => before ?? build(cells));
  const moving = places?.put(rows);
  const writes = wanted.map(({ at, before, cells }, i) => {
    const row = rows[i] as RecordItem;
    const place = moving?.of(row);
    if (!before) return { at, after: { ...row, ...place } };
    const version = before.version + 1;
    const edit = { lastModifiedTime: nextTime(before, now), lastModifiedBy: userId, version };
    if (cells) return { at, before, after: { ...before, cells, ...place, ...edit } };
    // without a place it is left as it is
    return { at, before, after: place ? { ...before, ...applyMove(place, before), version } : before };
  });
  return { ...target, writes, rowChanges: moving?.changes ?? [] };
}

/** All that is written for a batch; throws `Refused` where what was read is already another. */
export async function batchChanges(batch: RecordBatch, caller: Caller): Promise<Change[]> {
  const { table, fields, files, rowChanges, isQuiet } = batch;
  const writes = batch.writes.filter(({ before, after }) => after !== before);
  const guards = await exchangeGuards(table.id, fields, writes);
  const cells = writes.map(({ after }) => after.cells);
  return [
    ...writes.map(writeChange),
    ...guards,
    ...rowChanges,
    ...(files?.taking(cells, useOf(table)) ?? []),
    ...(isQuiet ? [] : findMentions(table, fields, writes.map(cellChangeOf), caller)),
  ];
}

const writeChange = ({ before, after }: RecordWrite): Change =>
  before ? { op: "update", before, item: after } : insert(after);

const cellChangeOf = ({ before, after: { id, cells } }: RecordWrite) =>
  before ? { id, before: before.cells, after: cells } : { id, after: cells };

/** The records as the answer shows them, in the order of the request. Throws 413 where they are too large for one answer. */
export async function showBatch(
  { writes, fields, fieldKeyType, context }: RecordBatch,
  caller: Caller,
): Promise<Record[]> {
  const items = writes.map(({ after }) => after);
  const how = { fieldKeyType, cellFormat: "json" } as const;
  if (!context || writes.some(({ before }) => before)) return showAllFitting(items, fields, how, caller);
  // whom cells of new records name was looked up to read them
  return takeFitting(items, makePresenter({ ...how, fields, context, may: caller.may }));
}

/** When a record was changed: later than its change before, whatever the clocks of two machines say. Its history is in this order. */
function nextTime({ lastModifiedTime, createdTime }: RecordItem, now: string): string {
  const before = Date.parse(lastModifiedTime ?? createdTime);
  return before < Date.parse(now) ? now : new Date(before + 1).toISOString();
}
