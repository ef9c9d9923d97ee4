/*
 * Reading the rows of a view in its own order: those that nobody moved in natural order, and between them those that somebody put
 * there (lib/engine/values/positions.ts).
 *
 *         pk             sk           cost
 *  place  ORDER#<view>   <position>   → record, of each row that somebody moved: a page 1 Query, 1 RCU for each 4 KB (40 of them)
 *
 *   records after a number  ─┬─▶ merged ─▶ records of moved rows that are not among them, one BatchGet
 *   places after a position ─┘
 *
 * One round trip a page where no row comes from far away, else two. A place alone says nothing: it counts where its record says the
 * same. So whoever stays where he is, and is there throughout, comes once and in order, whatever others do meanwhile.
 */

import { placesOf, recordKey } from "#lib/data/records/record-keys";
import { lastNumber, type RowReader, readFrom } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { sizeOf } from "#lib/engine/cells/record-size";
import { endOf, endOfAll, numberOf, type Position, slotOf } from "#lib/engine/values/positions";
import type { RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { keyAfter as behind, getItems, type Item, readPage } from "#lib/store/store";

export type RowPositionItem = Item & { recordId: RecordId };

interface View {
  id: ViewId;
  frozen?: number;
}

interface Row {
  position: Position;
  id: RecordId;
  /** Of a moved row only if it was met on the way. */
  record: RecordItem | undefined;
}

/** Records may have 380 KB: so many are asked for at once before it is known how large these are. */
const mostAtFirst = 100;
const bytesAtOnce = 8 * 1024 * 1024;

/** The rows after a position; "" from the first. */
export function readByHand(tableId: TableId, view: View, after: Position): RowReader<Position> {
  const natural = naturalRows(tableId, view, after);
  const places = placedRows(view, after);
  let at = after;
  let most = mostAtFirst;

  async function read(wanted: number): Promise<RecordItem[]> {
    // up to there all rows were put somewhere
    const isFrozen = view.frozen !== undefined && at < endOf(view.frozen);
    const [passed] = await Promise.all([isFrozen ? [] : natural.fill(wanted), places.fill(wanted)]);
    const met = new Map(passed.map((record) => [record.id, record]));
    const [to = ""] = [natural.readTo(), places.readTo()].sort();
    const rows: Row[] = [];
    let missing = 0;
    for (;;) {
      const source = firstOf(natural.waiting, places.waiting);
      const [row] = source;
      const isLast = !row || row.position > to;
      if (isLast || rows.length === wanted || missing === most) {
        at = isLast ? to : (rows.at(-1)?.position ?? at);
        break;
      }
      const record = row.record ?? met.get(row.id);
      if (!record) missing++;
      rows.push({ ...row, record });
      source.shift();
    }
    return recordsOf(rows);
  }

  /** What was moved away meanwhile, or deleted, is left out. */
  async function recordsOf(rows: Row[]): Promise<RecordItem[]> {
    const missing = rows.filter(({ record }) => !record).map(({ id }) => recordKey(tableId, id));
    const found = (missing.length > 0 ? await getItems(missing) : []) as RecordItem[];
    if (found.length > 0) {
      const bytes = found.reduce((sum, record) => sum + sizeOf(record), 0);
      most = Math.max(10, Math.floor(bytesAtOnce / Math.max(1, bytes / found.length)));
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

/** The most that is looked at in one round of reading. */
const mostAtOnce = 1000;

/** The rows that nobody moved. */
function naturalRows(tableId: TableId, { id: viewId, frozen = 0 }: View, after: Position) {
  const reader = readFrom(tableId, Math.max(after === "" ? 0 : numberOf(after), frozen));
  const waiting: Row[] = [];
  let last: number | undefined;
  let factor = 1;

  /** Gives the moved rows that it has met. */
  async function fill(wanted: number): Promise<RecordItem[]> {
    const lacking = wanted - waiting.length;
    if (lacking <= 0 || hasEnded()) return [];
    const [records, given] = await Promise.all([
      reader.read(Math.min(lacking * factor, Math.max(lacking, mostAtOnce))),
      last ?? lastNumber(tableId),
    ]);
    last = given;
    const own = records.filter(({ moved }) => moved?.[viewId] === undefined);
    for (const record of own) waiting.push({ position: slotOf(record.autoNumber), id: record.id, record });
    factor = 2 * own.length < records.length ? 2 * factor : 1;
    return records.filter(({ moved }) => moved?.[viewId] !== undefined);
  }

  const hasEnded = () => last !== undefined && reader.at() >= last;
  return { waiting, fill, readTo: () => (hasEnded() ? endOfAll : endOf(reader.at())) };
}

/** The rows that somebody put somewhere. */
function placedRows({ id }: View, after: Position) {
  const waiting: Row[] = [];
  let readTo = after;

  async function fill(wanted: number): Promise<void> {
    const lacking = wanted - waiting.length;
    if (lacking <= 0 || readTo === endOfAll) return;
    const { items, more } = await readPage<RowPositionItem>({
      ...placesOf(id),
      ...(readTo !== "" && { from: behind(readTo) }),
      limit: lacking,
    });
    for (const { sk: position, recordId } of items)
      waiting.push({ position, id: recordId, record: undefined });
    readTo = more ? (items.at(-1)?.sk ?? readTo) : endOfAll;
  }

  return { waiting, fill, readTo: () => readTo };
}
