/* Pages of the history of a record, or of all of a table: an entry for each cell that an edit changed, the newest first. */
import { createHash } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import { cellContext, peopleById } from "#lib/data/records/people";
import { recordKey } from "#lib/data/records/record-keys";
import type { Schema } from "#lib/data/schema/table-schema";
import type { ChangedCell } from "#lib/engine/cells/changed-cells";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsPeople, isComputed, peopleIn, typeOf } from "#lib/engine/fields/field";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { HistoryEntry, HistoryPage, HistoryQuery } from "#lib/schemas/records/history";
import type { Page } from "#lib/store/raw-reads";
import { getItem, readPages } from "#lib/store/store";
import { countingDown, type HistoryItem, historyPartitions } from "./history.ts";

const perPage = 20;

interface Whose {
  tableId: TableId;
  recordId?: RecordId;
}

interface Edit {
  item: HistoryItem;
  change: ChangedCell;
  /** Among those of its item. */
  index: number;
}

export interface Edits {
  whose: Whose;
  edits: Edit[];
  more: boolean;
}

/** The stored edits of a page; needs no schema, so it goes out with the first round trip. */
export async function readHistory(
  whose: Whose,
  { startDate, endDate, cursor }: HistoryQuery,
): Promise<Edits> {
  const place = cursor === undefined ? undefined : placeOf(cursor, whose);
  const newest = endDate === undefined ? " " : countingDown(endDate);
  const from = place && place.sk > newest ? place.sk : newest;
  const to = startDate === undefined ? "\u{10ffff}" : `${countingDown(startDate)}\u{10ffff}`;
  if (from > to) return { whose, edits: [], more: false };
  const partitions = historyPartitions(whose.tableId, whose.recordId);
  const read = await readPages<HistoryItem>(
    // an edit has an entry at least; one of those of the place's own item may be done
    partitions.map((pk) => ({ pk, from, to, limit: perPage + 2 })),
  );
  const edits = inOrder(read)
    .flatMap((item) => item.changes.map((change, index): Edit => ({ item, change, index })))
    .filter(({ item, index }) => item.sk !== place?.sk || index >= place.index);
  const more = edits.length > perPage || read.some((page) => page.more);
  return { whose, edits: edits.slice(0, perPage), more };
}

/** The same of one record; 404 if there is neither it nor anything that is known of it. */
export async function readRecordHistory(
  whose: { tableId: TableId; recordId: RecordId },
  query: HistoryQuery,
): Promise<Edits> {
  const [edits, record] = await Promise.all([
    readHistory(whose, query),
    getItem(recordKey(whose.tableId, whose.recordId)),
  ]);
  const isAsked = query.cursor === undefined && query.startDate === undefined && query.endDate === undefined;
  if (!record && edits.edits.length === 0 && isAsked) throw notFound("record", whose.recordId);
  return edits;
}

/** What was read of several partitions: beyond the end of one that has more, the order is not known yet. */
function inOrder(read: Page<HistoryItem>[]): HistoryItem[] {
  const ends = read.flatMap(({ items, more }) => (more ? (items.at(-1)?.sk ?? []) : []));
  const [end = "\u{10ffff}"] = ends.sort();
  return read
    .flatMap(({ items }) => items)
    .filter(({ sk }) => sk <= end)
    .sort((a, b) => (a.sk < b.sk ? -1 : 1));
}

/** Shows a page with the fields as they are now; what was in fields that are gone is left out. One of many bytes ends early. */
export async function showHistory(
  { fields }: Schema,
  { whose, edits, more }: Edits,
  caller: Caller,
): Promise<HistoryPage> {
  const byId = new Map(fields.filter((field) => !isComputed(field)).map((field) => [field.id, field]));
  const known = edits.flatMap((edit) => {
    const field = byId.get(edit.change.fieldId);
    return field ? [{ ...edit, field }] : [];
  });
  const editors = known.map(({ item }) => item.by);
  const named = known.flatMap(({ field, change: { before, after } }) =>
    holdsPeople(field) ? [...peopleIn(field, before ?? null), ...peopleIn(field, after ?? null)] : [],
  );
  const people = await peopleById([...new Set([...editors, ...named])]);
  const context = cellContext(caller, people);
  const users = [...new Set(editors)].flatMap((id) => people.byId(id) ?? []);
  const entries = known.map((edit) => entryOf(whose.tableId, edit, context));
  const fitting = countFitting(entries, limits.responseBytes - bytesOfPeople);
  const last = fitting < known.length ? known[fitting - 1] : edits.at(-1);
  return {
    historyList: entries.slice(0, fitting),
    userMap: Object.fromEntries(
      users.map(({ id, name, email, avatar }) => [
        id,
        { id, name, ...(caller.may.seeEmails && email && { email }), ...(avatar && { avatar }) },
      ]),
    ),
    nextCursor: (more || fitting < known.length) && last ? cursorAfter(last, whose) : null,
  };
}

/** Of twenty, with the longest names and addresses. */
const bytesOfPeople = 100 * 1024;

function entryOf(
  tableId: TableId,
  { item, change, field }: Edit & { field: Field },
  context: CellContext,
): HistoryEntry {
  const { type, name, options } = field;
  const meta = { type, name, options, cellValueType: typeOf(field).cellValueType };
  const side = (cell: StoredCell | undefined) => ({
    meta,
    data: cell === undefined ? null : (typeOf(field).json(cell, options, context) ?? null),
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

/** The same in both lists, whenever they are read. */
const idOf = ({ recordId, of }: HistoryItem, { fieldId }: ChangedCell): string =>
  `rhi${createHash("sha256").update(`${recordId} ${of} ${fieldId}`).digest("hex").slice(0, 24)}`;

/* A cursor marks a place: whose history, the edit, and how many of its entries are done. */
const nameOf = ({ tableId, recordId }: Whose) => recordId ?? tableId;
const cursorAfter = ({ item, index }: Edit, whose: Whose) =>
  encoded(`${nameOf(whose)} ${index + 1} ${item.sk}`);
const encoded = (text: string) => Buffer.from(text).toString("base64url");

function placeOf(cursor: string, whose: Whose): { sk: string; index: number } {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, name, index, sk] = /^(\w{19}) (\d{1,3}) (\d{13}#rec\w{16}#\d{9}#\d+)$/.exec(text) ?? [];
  if (!sk || encoded(text) !== cursor)
    throw invalid([{ path: "cursor", message: "is no cursor: send the nextCursor of a page as it is" }]);
  if (name !== nameOf(whose)) throw invalid([{ path: "cursor", message: "is a cursor of another list" }]);
  return { sk, index: Number(index) };
}
