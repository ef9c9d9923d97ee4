/* Pages of the history of a record, or of a whole table: one entry for each cell that an edit changed, the newest first. */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { countingDown } from "#lib/data/identity/counting-down";
import { cellContext, mapUsers, peopleById } from "#lib/data/records/people";
import { recordKey } from "#lib/data/records/record-keys";
import { parseColumns } from "#lib/data/schema/columns";
import type { Schema } from "#lib/data/schema/table-schema";
import type { ChangedCell } from "#lib/engine/cells/changed-cells";
import { toPresentShape } from "#lib/engine/cells/stored-cells";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import {
  type Field,
  holdsPeople,
  isComputed,
  peopleIn,
  shownOptions,
  typeOf,
} from "#lib/engine/fields/field";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { decodeCursor, encodeCursor, foreignCursor, invalidCursor } from "#lib/schemas/basics/cursor";
import { notFound } from "#lib/schemas/basics/error";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { HistoryEntry, HistoryPage, HistoryQuery } from "#lib/schemas/records/history";
import { type PackedChange, parseChanges, unpackChange } from "#lib/schemas/records/packed-changes";
import type { Page } from "#lib/store/raw-reads";
import { getItem, keysStartingWith, readAll, readPages } from "#lib/store/store";
import { editKey, type HistoryItem, historyPartitions } from "./history.ts";

const perPage = 20;

interface HistorySubject {
  tableId: TableId;
  recordId?: RecordId;
}

interface Edit<Change = PackedChange<ChangedCell>> {
  item: HistoryItem;
  change: Change;
  /** The index among the changes of its item. */
  index: number;
}

export interface Edits {
  subject: HistorySubject;
  edits: Edit[];
  more: boolean;
}

/** The stored edits of a page. Needs no schema, so it can run in the first round trip. Throws 400 for an invalid cursor. */
export async function readHistory(
  subject: HistorySubject,
  { startDate, endDate, cursor }: HistoryQuery,
): Promise<Edits> {
  const position = cursor === undefined ? undefined : positionIn(cursor, subject);
  const newest = endDate === undefined ? " " : countingDown(endDate);
  const from = position && position.sk > newest ? position.sk : newest;
  const to = startDate === undefined ? "\u{10ffff}" : `${countingDown(startDate)}\u{10ffff}`;
  if (from > to) return { subject, edits: [], more: false };
  const partitions = historyPartitions(subject.tableId, subject.recordId);
  const read = await readPages<HistoryItem>(
    // each item has at least one edit, but all edits of the cursor's own item may be listed already
    partitions.map((pk) => ({ pk, from, to, limit: perPage + 2 })),
  );
  const edits = inOrder(read)
    .flatMap(editsIn)
    .filter(({ item, index }) => item.sk !== position?.sk || index >= position.index);
  const more = edits.length > perPage || read.some((page) => page.more);
  return { subject, edits: edits.slice(0, perPage), more };
}

const editsIn = (item: HistoryItem): Edit[] =>
  parseChanges(item.changes).map((change, index) => ({ item, change, index }));

/** As `readHistory`, for one record; throws 404 if neither the record nor any history of it exists. */
export async function readRecordHistory(
  subject: { tableId: TableId; recordId: RecordId },
  query: HistoryQuery,
): Promise<Edits> {
  const [edits, record] = await Promise.all([
    readHistory(subject, query),
    getItem(recordKey(subject.tableId, subject.recordId)),
  ]);
  const isUnfiltered =
    query.cursor === undefined && query.startDate === undefined && query.endDate === undefined;
  if (!record && edits.edits.length === 0 && isUnfiltered) throw notFound("record", subject.recordId);
  return edits;
}

/** Merges several partitions in order, up to the first end of a partition that has more: beyond it, items may be missing. */
function inOrder(read: Page<HistoryItem>[]): HistoryItem[] {
  const ends = read.flatMap(({ items, more }) => (more ? (items.at(-1)?.sk ?? []) : []));
  const [end = "\u{10ffff}"] = ends.sort();
  return read
    .flatMap(({ items }) => items)
    .filter(({ sk }) => sk <= end)
    .sort((a, b) => (a.sk < b.sk ? -1 : 1));
}

/** A page with the present fields; edits of deleted fields are left out. A page with long cells ends early. */
export async function showHistory(
  { table, fields }: Schema,
  { subject, edits, more }: Edits,
  caller: Caller,
): Promise<HistoryPage> {
  const { ids } = parseColumns(table.columns);
  const byId = new Map(fields.filter((field) => !isComputed(field)).map((field) => [field.id, field]));
  const known = edits.flatMap((edit) => {
    const was = unpackChange(edit.change, ids);
    const field = was && byId.get(was.fieldId);
    if (!field) return [];
    const change = field.former || field.wasLink ? inPresentShapes({ ...edit, change: was }, field) : was;
    return change ? [{ ...edit, change, field }] : [];
  });
  const editors = known.map(({ item }) => item.by);
  const named = known.flatMap(({ field, change: { before, after } }) =>
    holdsPeople(field) ? [...peopleIn(field, before ?? null), ...peopleIn(field, after ?? null)] : [],
  );
  const people = await peopleById([...new Set([...editors, ...named])]);
  const context = cellContext(caller, people);
  const entries = known.map((edit) => entryOf(subject.tableId, edit, context));
  const fitting = countFitting(entries, limits.responseBytes - bytesOfPeople);
  const last = fitting < known.length ? known[fitting - 1] : edits.at(-1);
  return {
    historyList: entries.slice(0, fitting),
    userMap: mapUsers(editors, people, caller),
    nextCursor: (more || fitting < known.length) && last ? cursorAfter(last, subject) : null,
  };
}

/** The cells that an edit changed, as they were before, by field id; without those that were too large to be kept. Undefined if none are kept, or not yet. */
export async function cellsBefore(
  schema: Schema,
  { recordId, time, version }: { recordId: RecordId; time: string; version: number },
  caller: Caller,
): Promise<object | undefined> {
  const subject = { tableId: schema.table.id, recordId };
  const [pk = ""] = historyPartitions(subject.tableId, recordId);
  const items = await readAll<HistoryItem>({ pk, ...keysStartingWith(editKey(recordId, time, version)) });
  if (!items[0]?.sk.endsWith("#0")) return undefined;
  const edits = items.flatMap(editsIn);
  const { historyList } = await showHistory(schema, { subject, edits, more: false }, caller);
  const kept = historyList.filter(({ isCut }) => !isCut);
  return Object.fromEntries(kept.map(({ fieldId, before }) => [fieldId, before.data]));
}

/** The cells of an edit as the field would have them now; undefined if they only differ because the field was converted in between. */
function inPresentShapes({ item, change }: Edit<ChangedCell>, field: Field): ChangedCell | undefined {
  const { shapes = [0, 0], before: was, after: is, ...rest } = change;
  const { recordId: id, time: createdTime, by: createdBy } = item;
  const members = { id, autoNumber: autoNumberOf(id), createdTime, createdBy };
  const before = toPresentShape(field, { cell: was, shape: shapes[0] }, members);
  const after = toPresentShape(field, { cell: is, shape: shapes[1] }, members);
  if (isDeepStrictEqual(before, after) && shapes[0] !== shapes[1]) return undefined;
  return { ...rest, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** The size of 20 users with the longest names and addresses. */
const bytesOfPeople = 100 * 1024;

/** A link may have held several records before its relationship was changed. */
const optionsThen = ({ type, options }: Field, cell: StoredCell): unknown =>
  type === "link" && Array.isArray(cell) && cell.length > 1
    ? { ...(options as object), relationship: "manyMany" }
    : options;

function entryOf(
  tableId: TableId,
  { item, change, field }: Edit<ChangedCell> & { field: Field },
  context: CellContext,
): HistoryEntry {
  const { type, name } = field;
  const meta = { type, name, options: shownOptions(field), cellValueType: typeOf(field).cellValueType };
  const side = (cell: StoredCell | undefined) => ({
    meta,
    data: cell === undefined ? null : (typeOf(field).json(cell, optionsThen(field, cell), context) ?? null),
  });
  return {
    id: idOf(item, change),
    tableId,
    recordId: item.recordId,
    fieldId: field.id,
    before: side(change.before),
    after: side(change.after),
    ...(change.isCut && { isCut: true }),
    createdTime: item.time,
    createdBy: item.by,
  };
}

/** Computed from the edit, so that both lists always give the same id. */
const idOf = ({ recordId, of }: HistoryItem, { fieldId }: ChangedCell): string =>
  `rhi${createHash("sha256").update(`${recordId} ${of} ${fieldId}`).digest("hex").slice(0, 24)}`;

/* A cursor names the subject, the item, and how many of its edits are done. */
const nameOf = ({ tableId, recordId }: HistorySubject) => recordId ?? tableId;
const cursorAfter = ({ item, index }: Edit, subject: HistorySubject) =>
  encodeCursor(`${nameOf(subject)} ${index + 1} ${item.sk}`);

function positionIn(cursor: string, subject: HistorySubject): { sk: string; index: number } {
  const text = decodeCursor(cursor) ?? "";
  const [, name, index, sk] = /^(\w{19}) (\d{1,3}) (\d{13}#rec\w{16}#\d{9}#\d+)$/.exec(text) ?? [];
  if (!sk) throw invalidCursor();
  if (name !== nameOf(subject)) throw foreignCursor("list");
  return { sk, index: Number(index) };
}
