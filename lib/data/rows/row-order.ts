/*
 * Reads the rows of a view in its manual order: rows that were never moved in natural order, and between them the moved rows
 * (lib/engine/values/positions.ts).
 *
 *  entity  pk            sk          cost
 *  place   ORDER#<view>  <position>  names the record, one per moved row: a page is 1 Query, 1 RCU per 4 KB (40 of them); put 2 WCU, removed 2 WCU
 *
 *   records after a number    ─┬─▶ merged ─▶ one BatchGet for records of moved rows that are not among those read
 *   positions after a position ┘
 *
 * A page is one round trip, two if a row was moved from far away. A position item counts only if its record has the same position. So
 * each row that stays in place during the reading is read exactly once and in order, whatever other calls move meanwhile.
 */

import { readCounter } from "#lib/data/records/empty-buckets";
import { recordKey, rowRange } from "#lib/data/records/record-keys";
import { type RowReader, readFrom } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { sizeOf } from "#lib/engine/cells/record-size";
import { endOf, endOfAll, numberOf, type Position, slotOf } from "#lib/engine/values/positions";
import type { RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { keyAfter as behind, getItems, type Item, readPage } from "#lib/store/store";

/** `sk` is the position of the row. */
export type RowPositionItem = Item & { recordId: RecordId };

interface View {
  id: ViewId;
  frozen?: number;
}

interface Row {
  position: Position;
  id: RecordId;
  /** For a moved row: only if its record was read among the natural rows. */
  record: RecordItem | undefined;
}

/** How many records are read by key at once before their size is known; a record may have 380 KB. */
const maxAtFirst = 100;
const bytesAtOnce = 8 * 1024 * 1024;

/** Reads the rows of a view after a position; "" for all. */
export function readByHand(tableId: TableId, view: View, after: Position): RowReader<Position> {
  const natural = naturalRows(tableId, view, after);
  const places = movedRows(view, after);
  let at = after;
  let maxMissing = maxAtFirst;

  async function read(wanted: number): Promise<RecordItem[]> {
    // up to `frozen` all rows were moved, so none is in natural order
    const isFrozen = view.frozen !== undefined && at < endOf(view.frozen);
    const [moved] = await Promise.all([isFrozen ? [] : natural.fill(wanted), places.fill(wanted)]);
    const alreadyRead = new Map(moved.map((record) => [record.id, record]));
    const [to = ""] = [natural.readTo(), places.readTo()].sort();
    const rows: Row[] = [];
    let missing = 0;
    for (;;) {
      const source = firstOf(natural.waiting, places.waiting);
      const [row] = source;
      const isLast = !row || row.position > to;
      if (isLast || rows.length === wanted || missing === maxMissing) {
        at = isLast ? to : (rows.at(-1)?.position ?? at);
        break;
      }
      const record = row.record ?? alreadyRead.get(row.id);
      if (!record) missing++;
      rows.push({ ...row, record });
      source.shift();
    }
    return recordsOf(rows);
  }

  /** The records of the rows, without rows that were moved away or deleted meanwhile. */
  async function recordsOf(rows: Row[]): Promise<RecordItem[]> {
    const missing = rows.filter(({ record }) => !record).map(({ id }) => recordKey(tableId, id));
    const found = missing.length > 0 ? await getItems<RecordItem>(missing) : [];
    if (found.length > 0) {
      const bytes = found.reduce((sum, record) => sum + sizeOf(record), 0);
      maxMissing = Math.max(10, Math.floor(bytesAtOnce / Math.max(1, bytes / found.length)));
    }
    const byId = new Map(found.map((record) => [record.id, record]));
    return rows.flatMap(({ id, position, record = byId.get(id) }) =>
      record && (record.moved?.[view.id] ?? slotOf(record.autoNumber)) === position ? [record] : [],
    );
  }

  return { read, ended: () => at === endOfAll, at: () => at };
}

const firstOf = (one: Row[], other: Row[]) =>
  !other[0] || (one[0] && one[0].position < other[0].position) ? one : other;

/** How many records are read in one round at most. */
const maxAtOnce = 1000;

/** The rows that were never moved. */
function naturalRows(tableId: TableId, { id: viewId, frozen = 0 }: View, after: Position) {
  const reader = readFrom(tableId, Math.max(after === "" ? 0 : numberOf(after), frozen));
  const waiting: Row[] = [];
  let counter: Awaited<ReturnType<typeof readCounter>> | undefined;
  let factor = 1;

  /** Reads until `wanted` rows wait or the table ends. Returns the records of moved rows that were read with them. */
  async function fill(wanted: number): Promise<RecordItem[]> {
    const lacking = wanted - waiting.length;
    if (lacking <= 0 || hasEnded()) return [];
    const [records, given] = await Promise.all([
      reader.read(Math.min(lacking * factor, Math.max(lacking, maxAtOnce))),
      counter ?? readCounter(tableId),
    ]);
    counter = given;
    reader.hearEmpty(given.empty);
    const own = records.filter(({ moved }) => moved?.[viewId] === undefined);
    for (const record of own) waiting.push({ position: slotOf(record.autoNumber), id: record.id, record });
    factor = 2 * own.length < records.length ? 2 * factor : 1;
    return records.filter(({ moved }) => moved?.[viewId] !== undefined);
  }

  const hasEnded = () => counter !== undefined && reader.at() >= counter.n;
  return { waiting, fill, readTo: () => (hasEnded() ? endOfAll : endOf(reader.at())) };
}

/** The rows that were moved. */
function movedRows({ id }: View, after: Position) {
  const waiting: Row[] = [];
  let readTo = after;

  async function fill(wanted: number): Promise<void> {
    const lacking = wanted - waiting.length;
    if (lacking <= 0 || readTo === endOfAll) return;
    const { items, more } = await readPage<RowPositionItem>({
      ...rowRange(id),
      ...(readTo !== "" && { from: behind(readTo) }),
      limit: lacking,
    });
    for (const { sk: position, recordId } of items)
      waiting.push({ position, id: recordId, record: undefined });
    readTo = more ? (items.at(-1)?.sk ?? readTo) : endOfAll;
  }

  return { waiting, fill, readTo: () => readTo };
}
