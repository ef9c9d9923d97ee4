/*
 * Reads a page of records in the order of an index:
 *
 *   the next entries of four partitions, merged ──▶ their records by id ──▶ those that name the entry and match      2 round trips
 *
 * Without a filter that is all. What a filter says of the first field of the order is a range of the entries: only these are read. With any
 * other filter it reads on, in larger steps, until the page is full or `mostLookedAt` records were looked at: then the page is short or empty,
 * and its cursor leads on. Smaller tables are scanned for such a filter: that costs less, and the page is full.
 */

import { report } from "#lib/data/indexes/asked-orders";
import { combineFilters, isSameFilter } from "#lib/data/indexes/index-definition";
import {
  type Entry,
  entriesOf,
  readEntry,
  startBehind,
  tokenIn,
  waitingOf,
} from "#lib/data/indexes/index-items";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { hasRenamed } from "#lib/data/indexes/renamed-members";
import { linkedFrom } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { sizeOf } from "#lib/engine/cells/record-size";
import type { KeyRange } from "#lib/engine/order-keys/order-key";
import { type FilterRange, rangeOfFilters } from "#lib/engine/query/filter-range";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { getItems, type Item, keyAfter, readPage, readPages } from "#lib/store/store";
import type { PageRead } from "./fit-page.ts";
import { comparePlaces, type Place, writePlace } from "./places.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { Paging } from "./read-rows.ts";

/** Of one page. A record costs 1 RCU by its id. */
const mostLookedAt = 2000;
const mostAtOnce = 400;
/** Record numbers of a table that is scanned for a filter. */
export const mostScanned = 10_000;
const recordsPerRead = 100;
/** At once, behind a full page. */
const fewRecords = 8;
const bytesOfSmall = 256 * 1024;

/** The index that is in the order of a query, if it is ready. One that has fewer records is better. */
export function indexFor(schema: Schema, look: QueryPlan["look"]): LiveIndex | undefined {
  const { orders } = look;
  const isOf = ({ item, stale }: LiveIndex) =>
    item.state === "ready" &&
    stale !== undefined &&
    item.orders.length === orders.length &&
    item.orders.every(
      ({ fieldId, order }, i) => fieldId === orders[i]?.field.id && order === orders[i]?.order,
    ) &&
    hasAllOf(item, look);
  const all = liveIndexes(schema).filter(isOf);
  const hasFilter = ({ item }: LiveIndex) => item.filter;
  return all.find(({ item }) => hasNoOther(item, look)) ?? all.find(hasFilter) ?? all[0];
}

/** Whether it has all records that match: its filter is that of the view, which is asked, or that of the whole query. */
export const hasAllOf = (item: IndexItem, look: QueryPlan["look"]): boolean =>
  !item.filter ||
  (look.filters.some((each) => each.filter === look.view?.filter) &&
    isSameFilter(item.filter, look.view?.filter)) ||
  hasNoOther(item, look);

/** Whether it has a filter, and just that is asked. */
const hasNoOther = ({ filter }: IndexItem, { filters }: QueryPlan["look"]): boolean =>
  filter !== undefined && isSameFilter(filter, combineFilters(filters));

/** Whether hardly a record is read that does not match. */
export const isExactFor = (plan: QueryPlan, item: IndexItem): boolean => rangeOf(plan, item).isAll;

/** The entries that a filter leaves, and whether they are hardly more than what matches. */
function rangeOf({ look, context }: QueryPlan, item: IndexItem): FilterRange {
  const [first] = look.orders;
  if (!first) return { ranges: [{}], isAll: false };
  // all that has an entry matches the filter of the index
  const filters = hasNoOther(item, look)
    ? []
    : look.filters.filter(({ filter }) => !item.filter || filter !== look.view?.filter);
  const { ranges, isAll } = rangeOfFilters(filters, first, context);
  return { ranges, isAll: isAll && !look.search?.hideNotMatch };
}

interface IndexedPage extends PageRead {
  /** How many entries were looked at. */
  seen: number;
}

/**
 * A page of the records that match, in the order of the index; undefined if a scan is better, or if the index is not as it should be. A list that
 * was begun is read to its end: `goesOn`.
 */
export async function readIndexed(
  plan: QueryPlan,
  index: LiveIndex,
  { after, skip, take }: Paging,
  goesOn = false,
): Promise<IndexedPage | undefined> {
  const { schema, matches, meet, readPlace, placeOf: placeOfPlan, matchesAll } = plan;
  const { item } = index;
  const tableId = schema.table.id;
  const behind = readPlace(after);
  // before the entries: a record that waits no longer has one there
  const displaced = goesOn ? [] : await findDisplaced(plan, index);
  if (!displaced) return undefined;
  const isDisplaced = new Set(displaced.map(({ record }) => record.id));
  const toInsert = displaced.filter(({ place }) => !behind || comparePlaces(place, behind) > 0);
  const { isAll, ranges } = rangeOf(plan, item);
  const isRenamed = !goesOn && index.namesPeople && hasRenamed(schema.table);
  const isSmall = isAll ? false : lastNumber(tableId).then((last) => last <= mostScanned);
  const walk = walkEntries(tableId, item.id, { ranges, after: behind });
  const records: RecordItem[] = [];
  const keys = new Map<string, string>();
  const placeIn = ({ id }: Pick<RecordItem, "id">): Place => ({
    key: keys.get(id) ?? "",
    tie: autoNumberOf(id),
  });
  const placeOf = (record: Pick<RecordItem, "id">) => writePlace(placeIn(record));
  let toSkip = skip;
  let lookedAt = 0;
  let bytes = 0;
  const isFull = () => records.length === take || bytes > limits.responseBytes;
  /** False if the page is full without it. */
  const add = ({ record, key }: Found): boolean => {
    if (!matches(record) || toSkip-- > 0) return true;
    if (records.length > 0 && isFull()) return false;
    keys.set(record.id, key);
    records.push(record);
    bytes += sizeOf(record);
    return true;
  };
  const endPage = (next: Place | undefined, seen: number): IndexedPage => ({
    ...{ records, placeOf, seen },
    next: next ? writePlace(next) : null,
  });
  for (let wanted = skip + take + 1; ; ) {
    const next = walk.next(Math.min(wanted, mostAtOnce));
    const [entries, scanIsBetter, isOutdated] = await Promise.all([next, isSmall, isRenamed]);
    if (scanIsBetter || isOutdated) return undefined;
    // at the end of the list one more is read at once: it says whether there is a page after one of 100
    const firstCount = walk.ended() ? recordsPerRead + 1 : recordsPerRead;
    for (let at = 0, count = firstCount; at === 0 || at < entries.length; at += count) {
      // records can be large: many are read at once only after small ones
      if (at > 0) count = bytes >= bytesOfSmall ? recordsPerRead : isFull() ? fewRecords : entries.length;
      const some = entries.slice(at, at + count);
      const named = await findNamed(tableId, item.id, some);
      const inPlace = named.filter(({ record }) => !isDisplaced.has(record.id));
      await meet(inPlace.map(({ record }) => record));
      if (
        index.namesPeople &&
        inPlace.some(({ record, key }) => placeOfPlan(record, undefined).key !== key)
      ) {
        // no answer waits for it
        void report("misplaced", tableId, item.id);
        if (!goesOn) return undefined;
      }
      const isEnd = walk.ended() && at + count >= entries.length;
      const found = insertDisplaced(inPlace, toInsert, isEnd ? undefined : some.at(-1));
      const last = () => records.at(-1) as RecordItem;
      if (!found.every(add)) return endPage(placeIn(last()), lookedAt + at);
      // the rest of the list is not looked at, unless it is short: it may hold entries that do not count
      if (records.length > 0 && isFull() && !walk.ended()) return endPage(placeIn(last()), lookedAt + at);
    }
    lookedAt += entries.length;
    if (walk.ended()) return endPage(undefined, lookedAt);
    const last = lastWhole(entries);
    // a cursor cannot keep the rest of `skip`
    if (lookedAt >= mostLookedAt && toSkip > 0 && !matchesAll) return undefined;
    if (lookedAt >= mostLookedAt && last && toSkip <= 0) {
      const seen = { key: last.key, tie: autoNumberOf(last.id) };
      const shown = records.at(-1);
      // the last entry may be that of the last record shown
      const end = shown && comparePlaces(placeIn(shown), seen) > 0 ? placeIn(shown) : seen;
      return endPage(end, lookedAt);
    }
    // as many as its luck so far says
    const left = take + 1 - records.length;
    wanted = Math.max(16, Math.ceil((left * lookedAt) / Math.max(records.length, 1)));
  }
}

/** A record with its place in the order. */
interface Found {
  record: RecordItem;
  key: string;
}

interface Displaced {
  record: RecordItem;
  place: Place;
}

/** With more, a scan is better. */
const mostDisplaced = 100;

/**
 * The records whose entries may not say where they stand, in order: those that wait for what the order looks up, and those that carry former
 * cells of changed records. Each is read with what it looks up. Undefined if they are too many.
 */
async function findDisplaced(plan: QueryPlan, index: LiveIndex): Promise<Displaced[] | undefined> {
  const { item, mayWait, stale = [] } = index;
  if (!mayWait) return [];
  const tableId = plan.schema.table.id;
  if (stale.length > mostDisplaced) return undefined;
  const [waiting, ...linked] = await Promise.all([
    readWaiting(tableId, item.id),
    ...stale.map(({ back, id }) => linkedFrom(back, id, mostDisplaced + 1)),
  ]);
  if (!waiting) return undefined;
  const ids = new Set([...waiting.map(({ id }) => id), ...linked.flat()]);
  if (ids.size > mostDisplaced) return undefined;
  if (ids.size === 0) return [];
  const records = await getItems<RecordItem>([...ids].map((id) => recordKey(tableId, id)));
  await plan.meet(records);
  return records
    .map((record) => ({ record, place: plan.placeOf(record, undefined) }))
    .sort((one, other) => comparePlaces(one.place, other.place));
}

/** Puts displaced records among others, up to this entry, or all that are left; these are taken out of their list. */
function insertDisplaced(found: Found[], displaced: Displaced[], end: Entry | undefined): Found[] {
  if (displaced.length === 0) return found;
  const placeAt = (key: string, id: RecordId): Place => ({ key, tie: autoNumberOf(id) });
  const border = end && placeAt(end.key, end.id);
  const beyond = border ? displaced.findIndex(({ place }) => comparePlaces(place, border) > 0) : -1;
  const inserted = displaced.splice(0, beyond < 0 ? displaced.length : beyond);
  return [
    ...found.map((each) => ({ ...each, place: placeAt(each.key, each.record.id) })),
    ...inserted.map((each) => ({ ...each, key: each.place.key })),
  ].sort((one, other) => comparePlaces(one.place, other.place));
}

/** Whether an index may stand otherwise than its records say: some wait, or people in it have taken other names. */
export async function isInDoubt({ table }: Schema, index: LiveIndex): Promise<boolean> {
  const found = await Promise.all([hasWaiting(table.id, index), index.namesPeople && hasRenamed(table)]);
  return found.some(Boolean);
}

/** Whether records wait for what the order looks up. One round trip for such an index, and another one if there are entries that wait. */
async function hasWaiting(tableId: TableId, { item: { id }, mayWait }: LiveIndex): Promise<boolean> {
  if (!mayWait) return false;
  const entries = await readWaiting(tableId, id);
  return !entries || (await findNamed(tableId, id, entries)).length > 0;
}

/** The entries that wait; undefined if they are more than `mostDisplaced`. What a process that died has left among these is then removed soon. */
async function readWaiting(tableId: TableId, index: string): Promise<Entry[] | undefined> {
  const { items } = await readPage({ ...waitingOf(tableId, index), limit: mostDisplaced + 1 });
  const entries = items.map(readEntry);
  if (entries.length <= mostDisplaced) return entries;
  const named = await findNamed(tableId, index, entries);
  if (named.length < entries.length) void report("leftEntries", tableId, index);
  return undefined;
}

/** The last entry behind which none of the same record at the same place can follow: one of them may be the one that counts. */
const lastWhole = (entries: Entry[]): Entry | undefined => {
  const last = entries.at(-1);
  return entries.findLast(({ key, id }) => key !== last?.key || id !== last.id);
};

/** The records that name these entries, in the order of the entries. */
export async function findNamed(tableId: TableId, index: string, entries: Entry[]): Promise<Found[]> {
  if (entries.length === 0) return [];
  const items = await getItems<RecordItem>(entries.map(({ id }) => recordKey(tableId, id)));
  const byId = new Map(items.map((item) => [item.id, item]));
  return entries.flatMap(({ key, id, token }) => {
    const record = byId.get(id);
    return record && tokenIn(record, index) === token ? [{ record, key }] : [];
  });
}

interface Stripe {
  pk: string;
  /** Where there may be entries that were not read, in order. */
  left: { from: string; to?: string }[];
  /** Entries that were read, but may not be the next ones of the index. */
  waiting: Item[];
}

/** Walks the entries in some ranges, after a place, in order, some at a time. */
export function walkEntries(
  tableId: TableId,
  index: string,
  { after, ranges }: { after: Place | undefined; ranges: KeyRange[] },
) {
  const behind = after ? startBehind(after.key, Number(after.tie)) : "";
  const stripes = entriesOf(tableId, index).map(({ pk, from: first }): Stripe => {
    const all = ranges.map(({ from = "", to }) => ({
      from: [first, from, behind].sort().at(-1) as string,
      ...(to !== undefined && { to }),
    }));
    return { pk, left: all.filter(({ from, to }) => to === undefined || from < to), waiting: [] };
  });
  return {
    ended: () => stripes.every(({ waiting, left }) => left.length === 0 && waiting.length === 0),
    /** About `count` entries; at least one unless the walk has ended. */
    async next(count: number): Promise<Entry[]> {
      const open = stripes.filter(({ waiting, left }) => left.length > 0 || waiting.length > 0).length;
      await fill(stripes, Math.ceil(count / Math.max(open, 1)) + spare);
      // of a partition with more entries nothing is known beyond the last one that was read
      const known = stripes
        .flatMap(({ waiting, left }) => (left.length > 0 ? [waiting.at(-1)?.sk ?? ""] : []))
        .sort();
      const [end] = known;
      const ready = stripes.flatMap(({ waiting }) => {
        const beyond = end === undefined ? -1 : waiting.findIndex(({ sk }) => sk > end);
        return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
      });
      return ready.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map(readEntry);
    },
  };
}

/** Partitions do not have exactly the same share of a page. */
const spare = 12;

/** Reads on in each partition, until it has its share, a range of it has ended only in part, or all have. */
async function fill(stripes: Stripe[], share: number): Promise<void> {
  let short = stripes.filter(({ waiting, left }) => left.length > 0 && waiting.length < share);
  while (short.length > 0) {
    const pages = await readPages(
      short.map(({ pk, left: [range], waiting }) => ({
        ...{ pk, ...range, limit: share - waiting.length },
      })),
    );
    short = short.filter((stripe, i) => {
      const { items, more } = pages[i] as (typeof pages)[number];
      const [range] = stripe.left;
      stripe.waiting.push(...items);
      const last = items.at(-1);
      if (range && last) range.from = keyAfter(last.sk);
      // a range whose first key is not before its last is refused by the store
      const isOver = !more || (range?.to !== undefined && range.from >= range.to);
      if (isOver) stripe.left.shift();
      return isOver && stripe.left.length > 0 && stripe.waiting.length < share;
    });
  }
}
