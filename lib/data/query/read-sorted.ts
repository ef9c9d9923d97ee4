/*
 * Reads a page of sorted records. If an index has the order, the page is read from it (indexed/choose-index.ts, indexed/read-indexed.ts).
 * Otherwise the whole table is read. Of the matching records after the cursor only the first ones of the order are kept, as ids and places.
 * These are then read again. Records that were changed in between and no longer match are left out.
 */

import { rememberedTables } from "#lib/data/records/memory/remembered";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { findNeeded, scan } from "#lib/data/records/scan";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import { filterInTurns } from "#lib/engine/cells/cell-reader";
import { sizeOf } from "#lib/engine/cells/record-size";
import { keepTop } from "#lib/engine/query/top-n";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { beginUnits, tellPlan } from "#lib/store/meter";
import { getItems } from "#lib/store/store";
import { chooseNote } from "./choose-note.ts";
import type { CursorPosition } from "./cursors.ts";
import type { PageRead } from "./fit-page.ts";
import type { LookedUp } from "./indexed/looked-up.ts";
import { lookUpRecords } from "./look-up.ts";
import { comparePlaces, type Place, writePlace } from "./places.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { Paging } from "./read-rows.ts";

interface Entry {
  place: Place;
  id: RecordId;
}

export interface SortedPaging extends Paging {
  /** Called with each matching record: false if it must be on no page. */
  isShown?: (record: Prepared<RecordItem>) => boolean;
  /** If true, no index is used. */
  hasCollapsed?: boolean;
}

/** A page of the table's records in the order of the query. */
export async function readSorted(plan: QueryPlan, paging: SortedPaging): Promise<PageRead> {
  const note = chooseNote(plan);
  beginUnits();
  const index = await findIndex(plan, paging);
  if (index?.isExact) note?.indexed(index.item);
  else {
    const found = await readFound(plan, paging);
    if (found) return found;
  }
  const indexed = await index?.read();
  if (index && indexed) {
    const { seen, records } = indexed;
    tellPlan(`index=${index.item.id}; entries=${seen}`);
    // an index with the filter would have served the page better; otherwise a small table was scanned
    const isWasteful = seen > 2 * (paging.skip + records.length + 1);
    if (!index.isExact && isWasteful)
      note?.filtered({ last: Number.POSITIVE_INFINITY, seen, matched: records.length, isWhole: false });
    else if (!index.isExact) note?.indexed(index.item);
    return indexed;
  }
  tellPlan("scan");
  const { keep, page, seen, matched } = collectFirst(plan, paging);
  await scanAndNote(plan, keep, { note: paging.hasCollapsed ? undefined : note, seen, matched });
  return page();
}

interface Noting {
  note: ReturnType<typeof chooseNote>;
  seen(): number;
  matched(): number;
  isWhole?: boolean;
}

/** Scans the table, and notes that an index could have served the list. It notes this also if the table is too large to be scanned. */
async function scanAndNote(
  plan: QueryPlan,
  keep: (records: RecordItem[]) => Promise<void>,
  { note, seen, matched, isWhole = false }: Noting,
): Promise<void> {
  let last = 0;
  try {
    await scan(plan.reader, plan.read, keep, (highest) => {
      last = highest;
      note?.scanned(last);
    });
  } finally {
    note?.filtered({ last, seen: seen(), matched: matched(), isWhole });
  }
}

/** The index in the order of the query; undefined if there is none, or if every record must be visited. */
async function findIndex(plan: QueryPlan, paging: SortedPaging) {
  const { schema, look, readPlace } = plan;
  if (paging.isShown || schema.indexes.length === 0) return undefined;
  // a list that began when equal records were in the order of their rows
  if (typeof readPlace(paging.after)?.tie === "string") return undefined;
  const [{ indexFor, isExactFor }, { readIndexed }] = await Promise.all([
    import("./indexed/choose-index.ts"),
    import("./indexed/read-indexed.ts"),
  ]);
  const index = indexFor(schema, look);
  if (!index) return undefined;
  const { item } = index;
  return { item, isExact: isExactFor(plan, item), read: () => readIndexed(plan, index, paging) };
}

/** A page of the records that an index names by values of the filter; undefined if there is no such index. */
export async function readFound(plan: QueryPlan, paging: SortedPaging): Promise<PageRead | undefined> {
  const found = await lookUpRecords(plan);
  if (!found) return undefined;
  const { ids } = found;
  const { look } = plan;
  if (look.orders.length > 0)
    return ids.length <= recordsPerRead ? readFew(plan, paging, found) : readSelected(plan, paging, ids);
  const { after } = paging;
  const byRow = { ...paging, after: after === undefined ? undefined : [after].flat() };
  if (ids.length <= recordsPerRead) return withRows(await readFew(plan, byRow, found));
  if (look.view) return withRows(await readSelected(plan, byRow, ids));
  const left = ids.filter((id) => autoNumberOf(id) > Number(after ?? 0));
  return readInOrder(plan, paging, left, ({ id }) => autoNumberOf(id));
}

/**
 * A page in natural order of a table that is in memory: the records that match are found there, and then read. Undefined if it is not there, or
 * in another order.
 */
export async function readRemembered(plan: QueryPlan, paging: Paging): Promise<PageRead | undefined> {
  const { schema, look, reader, read } = plan;
  const tables = rememberedTables();
  if (!tables || look.view || plan.matchesAll) return undefined;
  const placeOf = ({ id }: Pick<RecordItem, "id">) => autoNumberOf(id);
  const most = paging.skip + paging.take + 1;
  const ids: RecordId[] = [];
  return takeScanTurn(reader, async () => {
    const found = await tables.readOn(schema.table.id, Number(paging.after ?? 0), findNeeded(read));
    if (!found) return undefined;
    for await (const some of found) {
      if (!some) return undefined;
      for (const record of await filterInTurns(await plan.prepare(some), plan, plan.matches))
        ids.push(record.id);
      if (ids.length >= most) break;
    }
    const listed = ids.slice(paging.skip, most);
    const page = await readInOrder(plan, { ...paging, skip: 0 }, listed, placeOf);
    // some of them may not match any longer
    const last = ids.length >= most ? listed.at(-1) : undefined;
    return page.next === null && last !== undefined ? { ...page, next: autoNumberOf(last) } : page;
  });
}

/** Places in an order of rows, as cursors hold them there. */
const withRows = ({ records, placeOf, next }: PageRead): PageRead => {
  const rowIn = (place: CursorPosition) => (Array.isArray(place) ? (place[0] ?? 0) : place);
  return { records, placeOf: (record) => rowIn(placeOf(record)), next: next && rowIn(next) };
};

/** A page of so few records that they are read once, and then put in order. */
async function readFew(plan: QueryPlan, paging: SortedPaging, { ids, records }: LookedUp): Promise<PageRead> {
  const { after, skip, take, isShown } = paging;
  const from = plan.readPlace(after);
  const prepared = await plan.prepare(records ?? (await findByIds(plan.schema.table.id, ids)));
  const matching = await filterInTurns(prepared, plan, plan.matches);
  const placed = matching
    .filter((record) => isShown?.(record) !== false)
    .map((record) => ({ record, place: plan.placeOf(record, from) }))
    .filter(({ place }) => !from || comparePlaces(place, from) > 0)
    .sort((one, other) => comparePlaces(one.place, other.place));
  const page = placed.slice(skip, skip + take);
  const places = new Map(page.map(({ record, place }) => [record.id, writePlace(place)]));
  const placeOf = ({ id }: Pick<RecordItem, "id">) => places.get(id) ?? [];
  const last = placed.length > skip + take ? page.at(-1) : undefined;
  return { records: page.map(({ record }) => record), placeOf, next: last ? placeOf(last.record) : null };
}

/** A page of these records only, in the order of the query. */
export async function readSelected(
  plan: QueryPlan,
  paging: SortedPaging,
  ids: RecordId[],
): Promise<PageRead> {
  const { keep, page } = collectFirst(plan, paging);
  await readSelectedRecords(plan.schema.table.id, ids, keep);
  return page();
}

/** A page of the records in a link cell, in the cell's order. The cell may be large, so only the records of the page are read. */
export function readOfCell(
  plan: QueryPlan,
  paging: Paging,
  { ids, places }: { ids: RecordId[]; places: ReadonlyMap<RecordId, string> },
): Promise<PageRead> {
  const last = String([paging.after ?? ""].flat()[0] ?? "");
  const left = ids.filter((id) => (places.get(id) ?? "") > last);
  return readInOrder(plan, paging, left, ({ id }) => [places.get(id) ?? ""]);
}

/** A page of these records in the order of the list. */
async function readInOrder(
  plan: QueryPlan,
  { skip, take }: Paging,
  left: RecordId[],
  placeOf: PageRead["placeOf"],
): Promise<PageRead> {
  const records: RecordItem[] = [];
  let bytes = 0;
  let toSkip = skip;
  for (const some of cutIntoPieces(left, recordsPerRead)) {
    const found = await findByIds(plan.schema.table.id, some);
    for (const record of await plan.prepare(found)) {
      const turn = plan.turn();
      if (turn !== undefined) await turn;
      if (!plan.matches(record) || toSkip-- > 0) continue;
      const before = records.at(-1);
      if (before && (records.length === take || bytes > limits.responseBytes))
        return { records, placeOf, next: placeOf(before) };
      records.push(record);
      bytes += sizeOf(record);
    }
  }
  return { records, placeOf, next: null };
}

interface AllSorted {
  /** Only these records. */
  ids?: RecordId[] | undefined;
  /** Called with each matching record: whether the list has it. Absent: the list has all. */
  isShown?: ((record: Prepared<RecordItem>) => boolean) | undefined;
  /** Records after this position are not read. */
  length: number;
  /** Whether the record at a position is read; called for each position in order. */
  isPicked: (index: number) => boolean;
}

/**
 * The picked records in order, some at a time. They are read from an index if there is one. Otherwise the table is scanned once, memory
 * holds ids and places, and then the records are read by id.
 */
export async function* readAllSorted(
  plan: QueryPlan,
  { ids, isShown, length, isPicked }: AllSorted,
): AsyncGenerator<RecordItem[]> {
  const tableId = plan.schema.table.id;
  // if only some records are wanted, a scan is cheaper for long lists, because each record costs 1 RCU through an index
  const isServed = !ids && !isShown && (length <= mostOfSome || length === Number.POSITIVE_INFINITY);
  const note = isServed ? chooseNote(plan) : undefined;
  const indexed = isServed ? await readAllIndexed(plan, length) : undefined;
  if (indexed) {
    note?.indexed(indexed.item);
    return yield* pickFrom(indexed.pages, isPicked);
  }
  const take = Math.min(length, limits.recordsSorted);
  const shown = isShown && { isShown };
  const { keep, entries, seen, matched } = collectFirst(plan, { after: undefined, skip: 0, take, ...shown });
  const noting = { note, seen, matched, isWhole: true };
  await (ids ? readSelectedRecords(tableId, ids, keep) : scanAndNote(plan, keep, noting));
  const found = (await entries()).slice(0, take).filter((_, i) => isPicked(i));
  for (const some of cutIntoPieces(found, recordsPerRead)) {
    const { records } = await readAgain(plan, some, false);
    yield records;
  }
}

const mostOfSome = 2000;

async function readAllIndexed(plan: QueryPlan, length: number) {
  if (plan.schema.indexes.length === 0) return undefined;
  return (await import("./indexed/read-all-indexed.ts")).readAllIndexed(plan, length);
}

async function* pickFrom(
  pages: AsyncGenerator<RecordItem[]>,
  isPicked: AllSorted["isPicked"],
): AsyncGenerator<RecordItem[]> {
  let index = 0;
  for await (const records of pages) yield records.filter(() => isPicked(index++));
}

/** Calls `visit` with the records that exist, 100 at a time, because records can be large. */
export async function readSelectedRecords(
  tableId: TableId,
  ids: RecordId[],
  visit: (records: RecordItem[]) => Promise<void>,
): Promise<void> {
  for (const some of cutIntoPieces(ids, recordsPerRead)) await visit(await findByIds(tableId, some));
}

/** Collects the first matching records after the cursor, in the order of the query. */
function collectFirst(plan: QueryPlan, { after, skip, take, isShown }: SortedPaging) {
  const top = keepTop<Entry>(skip + take + 1, (a, b) => comparePlaces(a.place, b.place));
  const from = plan.readPlace(after);
  let [seen, matched] = [0, 0];
  return {
    seen: () => seen,
    matched: () => matched,
    async keep(records: RecordItem[]): Promise<void> {
      seen += records.length;
      for (const record of await plan.prepare(records)) {
        const turn = plan.turn();
        if (turn !== undefined) await turn;
        if (!plan.matches(record)) continue;
        matched++;
        if (isShown?.(record) === false) continue;
        const place = plan.placeOf(record, from);
        if (!from || comparePlaces(place, from) > 0) top.offer({ place, id: record.id });
      }
    },
    entries: () => top.inOrder(),
    async page(): Promise<PageRead> {
      const found = await top.inOrder();
      return readAgain(plan, found.slice(skip, skip + take), found.length > skip + take);
    },
  };
}

const recordsPerRead = 100;

/** Reads the records of a page by id, as many as fit into an answer. `more`: whether further entries follow these. */
async function readAgain(plan: QueryPlan, entries: Entry[], more: boolean): Promise<PageRead> {
  const places = new Map(entries.map(({ id, place }) => [id, writePlace(place)]));
  const records: RecordItem[] = [];
  let bytes = 0;
  let read = 0;
  while (read < entries.length && bytes <= limits.responseBytes) {
    // 100 first, then twice as many as were read, until the answer is full
    const piece = entries.slice(read, read + Math.max(recordsPerRead, 2 * read));
    const found = await findByIds(
      plan.schema.table.id,
      piece.map(({ id }) => id),
    );
    for (const record of found) bytes += sizeOf(record);
    records.push(...(await filterInTurns(await plan.prepare(found), plan, plan.matches)));
    read += piece.length;
  }
  const last = more || read < entries.length ? entries[read - 1] : undefined;
  return {
    records,
    placeOf: ({ id }) => places.get(id) ?? [],
    next: last ? writePlace(last.place) : null,
  };
}

/** The records that exist, in the order of the ids. */
async function findByIds(tableId: TableId, ids: RecordId[]): Promise<RecordItem[]> {
  const items = await getItems<RecordItem>(ids.map((id) => recordKey(tableId, id)));
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
