/*
 * Reads a page of records in the order of an index:
 *
 *   the next entries of four partitions, merged ──▶ their records by id ──▶ those that name the entry and match      2 round trips
 *
 * Without a filter that is all. What a filter says of the first field of the order is a range of the entries: only these are read. With any
 * other filter it reads on, in larger steps, until the page is full or `mostLookedAt` records were looked at: then the page is short or empty,
 * and its cursor leads on. Smaller tables are scanned for such a filter: that costs less, and the page is full.
 */

import { isSameFilter } from "#lib/data/indexes/index-definition";
import { type Entry, entriesOf, readEntry, startBehind, tokenIn } from "#lib/data/indexes/index-items";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { recordKey } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { sizeOf } from "#lib/engine/cells/record-size";
import type { KeyRange } from "#lib/engine/order-keys/order-key";
import { type FilterRange, rangeOfFilters } from "#lib/engine/query/filter-range";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { getItems, type Item, keyAfter, readPages } from "#lib/store/store";
import type { PageRead } from "./fit-page.ts";
import { type Place, writePlace } from "./places.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { Paging } from "./read-rows.ts";

/** Of one page. A record costs 1 RCU by its id. */
const mostLookedAt = 2000;
const mostAtOnce = 400;
/** Record numbers of a table that is scanned for a filter. */
const mostScanned = 10_000;
const recordsPerRead = 100;
/** At once, behind a full page. */
const fewRecords = 8;
const bytesOfSmall = 256 * 1024;

/** The index that is in the order of a query, if it is ready. One that has fewer records is better. */
export function indexFor(schema: Schema, look: QueryPlan["look"]): LiveIndex | undefined {
  const { orders } = look;
  const isOf = ({ item }: LiveIndex) =>
    item.state === "ready" &&
    item.orders.length === orders.length &&
    item.orders.every(
      ({ fieldId, order }, i) => fieldId === orders[i]?.field.id && order === orders[i]?.order,
    ) &&
    hasAllOf(item, look);
  const all = liveIndexes(schema).filter(isOf);
  return all.find(({ item }) => item.filter) ?? all[0];
}

/** Whether it has all records that match: its filter is that of the view, and the view's filter is asked. */
export const hasAllOf = ({ filter }: IndexItem, { filters, view }: QueryPlan["look"]): boolean =>
  !filter || (filters.some((each) => each.filter === view?.filter) && isSameFilter(filter, view?.filter));

/** Whether hardly a record is read that does not match. */
export const isExactFor = (plan: QueryPlan, item: IndexItem): boolean => rangeOf(plan, item).isAll;

/** The entries that a filter leaves, and whether they are hardly more than what matches. */
function rangeOf({ look, context }: QueryPlan, item: IndexItem): FilterRange {
  const [first] = look.orders;
  if (!first) return { isAll: false };
  // all that has an entry matches the filter of the index
  const filters = look.filters.filter(({ filter }) => !item.filter || filter !== look.view?.filter);
  const range = rangeOfFilters(filters, first, context);
  return { ...range, isAll: range.isAll && !look.search?.hideNotMatch };
}

/** A page of the records that match, in the order of the index; undefined if a scan is better. */
export async function readIndexed(
  plan: QueryPlan,
  { item }: LiveIndex,
  { after, skip, take }: Paging,
): Promise<PageRead | undefined> {
  const { schema, matches, meet, readPlace, matchesAll } = plan;
  const tableId = schema.table.id;
  const { isAll, ...range } = rangeOf(plan, item);
  const isSmall = isAll ? false : lastNumber(tableId).then((last) => last <= mostScanned);
  const walk = walkEntries(tableId, item.id, { ...range, after: readPlace(after) });
  const records: RecordItem[] = [];
  const keys = new Map<string, string>();
  const placeAt = (key: string, id: RecordId) => writePlace({ key, tie: autoNumberOf(id) });
  const placeOf = ({ id }: Pick<RecordItem, "id">) => placeAt(keys.get(id) ?? "", id);
  let toSkip = skip;
  let lookedAt = 0;
  let bytes = 0;
  const isFull = () => records.length === take || bytes > limits.responseBytes;
  for (let wanted = skip + take + 1; ; ) {
    const [entries, scanIsBetter] = await Promise.all([walk.next(Math.min(wanted, mostAtOnce)), isSmall]);
    if (scanIsBetter) return undefined;
    // at the end of the list one more is read at once: it says whether there is a page after one of 100
    const firstCount = walk.ended() ? recordsPerRead + 1 : recordsPerRead;
    for (let at = 0, count = firstCount; at < entries.length; at += count) {
      // records can be large: many are read at once only after small ones
      if (at > 0) count = bytes >= bytesOfSmall ? recordsPerRead : isFull() ? fewRecords : entries.length;
      const some = entries.slice(at, at + count);
      const found = await findNamed(tableId, item.id, some);
      await meet(found.map(({ record }) => record));
      for (const { record, key } of found) {
        if (!matches(record) || toSkip-- > 0) continue;
        const last = records.at(-1);
        if (last && isFull()) return { records, placeOf, next: placeOf(last) };
        keys.set(record.id, key);
        records.push(record);
        bytes += sizeOf(record);
      }
      // the rest of the list is not looked at, unless it is short: it may hold entries that do not count
      const last = records.at(-1);
      if (last && isFull() && !walk.ended()) return { records, placeOf, next: placeOf(last) };
    }
    lookedAt += entries.length;
    if (walk.ended()) return { records, placeOf, next: null };
    const last = lastWhole(entries);
    // a cursor cannot keep the rest of `skip`
    if (lookedAt >= mostLookedAt && toSkip > 0 && !matchesAll) return undefined;
    if (lookedAt >= mostLookedAt && last && toSkip <= 0)
      return { records, placeOf, next: placeAt(last.key, last.id) };
    // as many as its luck so far says
    const left = take + 1 - records.length;
    wanted = Math.max(16, Math.ceil((left * lookedAt) / Math.max(records.length, 1)));
  }
}

/** The last entry behind which none of the same record at the same place can follow: one of them may be the one that counts. */
const lastWhole = (entries: Entry[]): Entry | undefined => {
  const last = entries.at(-1);
  return entries.findLast(({ key, id }) => key !== last?.key || id !== last.id);
};

/** The records that name these entries, in the order of the entries. */
export async function findNamed(tableId: TableId, index: string, entries: Entry[]) {
  const items = await getItems<RecordItem>(entries.map(({ id }) => recordKey(tableId, id)));
  const byId = new Map(items.map((item) => [item.id, item]));
  return entries.flatMap(({ key, id, token }) => {
    const record = byId.get(id);
    return record && tokenIn(record, index) === token ? [{ record, key }] : [];
  });
}

interface Stripe {
  pk: string;
  from: string;
  to?: string;
  /** Entries that were read, but may not be the next ones of the index. */
  waiting: Item[];
  /** Whether there are entries behind them. */
  more: boolean;
}

/** Walks the entries in a range, after a place, in order, some at a time. */
export function walkEntries(
  tableId: TableId,
  index: string,
  { after, from: first = "", to }: KeyRange & { after: Place | undefined },
) {
  const behind = after ? startBehind(after.key, Number(after.tie)) : "";
  const stripes = entriesOf(tableId, index).map((whole): Stripe => {
    const from = [whole.from, first, behind].sort().at(-1) as string;
    return {
      ...whole,
      from,
      ...(to !== undefined && { to }),
      waiting: [],
      more: to === undefined || from < to,
    };
  });
  return {
    ended: () => stripes.every(({ waiting, more }) => !more && waiting.length === 0),
    /** About `count` entries; at least one unless the walk has ended. */
    async next(count: number): Promise<Entry[]> {
      const left = stripes.filter(({ waiting, more }) => more || waiting.length > 0).length;
      await fill(stripes, Math.ceil(count / Math.max(left, 1)) + spare);
      // of a partition with more entries nothing is known beyond the last one that was read
      const known = stripes.flatMap(({ waiting, more }) => (more ? [waiting.at(-1)?.sk ?? ""] : [])).sort();
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

async function fill(stripes: Stripe[], share: number): Promise<void> {
  const short = stripes.filter(({ waiting, more }) => more && waiting.length < share);
  const pages = await readPages(
    short.map(({ pk, from, to, waiting }) => ({
      ...{ pk, from, limit: share - waiting.length },
      ...(to !== undefined && { to }),
    })),
  );
  for (const [i, stripe] of short.entries()) {
    const { items, more } = pages[i] as (typeof pages)[number];
    stripe.waiting.push(...items);
    stripe.more = more;
    const last = items.at(-1);
    if (last) stripe.from = keyAfter(last.sk);
    // a range whose first key is not before its last is refused by the store
    if (stripe.to !== undefined && stripe.from >= stripe.to) stripe.more = false;
  }
}
