/*
 * Reads a page of records in the order of an index:
 *
 *   the next entries of four partitions, merged ──▶ their records by id ──▶ those that name the entry and match      2 round trips
 *
 * Without a filter that is all. A filter by the first field of the order becomes a range of entries, and only these are read. With any
 * other filter it reads on, in larger steps, until the page is full or `mostLookedAt` records were read: then the page is short or empty,
 * and its cursor goes on from there. Smaller tables are scanned for such a filter: that costs less, and the page is full.
 */

import { report } from "#lib/data/indexes/asked-orders";
import type { Entry } from "#lib/data/indexes/index-items";
import type { LiveIndex } from "#lib/data/indexes/live-indexes";
import { hasRenamed } from "#lib/data/indexes/renamed-members";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import { lastNumber } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { sizeOf } from "#lib/engine/cells/record-size";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { PageRead } from "../fit-page.ts";
import { comparePlaces, type Place, writePlace } from "../places.ts";
import type { QueryPlan } from "../query-plan.ts";
import type { Paging } from "../read-rows.ts";
import { rangeOf } from "./choose-index.ts";
import { findDisplaced, insertDisplaced } from "./displaced-records.ts";
import { type Found, findNamed } from "./find-named.ts";
import { walkEntries } from "./walk-entries.ts";

/** For one page. Reading a record by its id costs 1 RCU. */
const mostLookedAt = 2000;
const mostAtOnce = 400;
/** A table with a highest number up to this is scanned if the query has a filter. */
export const mostScanned = 10_000;
const recordsPerRead = 100;
/** So many records are read at once when the page is full, to find out whether another follows. */
const fewRecords = 8;
const bytesOfSmall = 256 * 1024;

type Readable = Found<Prepared<RecordItem>>;

interface IndexedPage extends PageRead {
  /** How many entries were read. */
  seen: number;
}

/**
 * A page of the matching records, in the order of the index; undefined if a scan is better, or if the index may be wrong. With `goesOn`, a
 * list that was begun in this index is read to its end.
 */
export async function readIndexed(
  plan: QueryPlan,
  index: LiveIndex,
  { after, skip, take }: Paging,
  goesOn = false,
): Promise<IndexedPage | undefined> {
  const { schema, matches, readPlace, placeOf: placeOfPlan, matchesAll } = plan;
  const { item } = index;
  const tableId = schema.table.id;
  const behind = readPlace(after);
  // before the entries are read: a record that stops waiting in between has an entry there
  const displaced = goesOn ? [] : await findDisplaced(plan, index);
  if (!displaced) return undefined;
  const isDisplaced = new Set(displaced.map(({ record }) => record.id));
  const toInsert = displaced.filter(({ place }) => !behind || comparePlaces(place, behind) > 0);
  const { isAll, ranges } = rangeOf(plan, item, plan.look.orders[0]);
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
  /** False if the page is full without this record. */
  const addOne = ({ record, key }: Readable): boolean => {
    // it has moved between two reads of this page
    if (keys.has(record.id)) return true;
    if (!matches(record) || toSkip-- > 0) return true;
    if (records.length > 0 && isFull()) return false;
    keys.set(record.id, key);
    records.push(record);
    bytes += sizeOf(record);
    return true;
  };
  const addAll = async (found: Readable[]): Promise<boolean> => {
    for (const each of found) {
      if (!addOne(each)) return false;
      const turn = plan.turn();
      if (turn !== undefined) await turn;
    }
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
    // at the end of the list one more record is read with the page, to know whether another page of it follows
    const firstCount = walk.ended() ? recordsPerRead + 1 : recordsPerRead;
    for (let at = 0, count = firstCount; at === 0 || at < entries.length; at += count) {
      // records can be large: many are read at once only after small ones
      if (at > 0) count = bytes >= bytesOfSmall ? recordsPerRead : isFull() ? fewRecords : entries.length;
      const some = entries.slice(at, at + count);
      const named = await findNamed(tableId, item.id, some);
      const inPlace = await prepareFound(
        plan,
        named.filter(({ record }) => !isDisplaced.has(record.id)),
      );
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
      if (!(await addAll(found))) return endPage(placeIn(last()), lookedAt + at);
      // the rest of a long list is not read to see whether a record follows, because its entries may not count
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
      // the last entry may belong to the last record shown
      const end = shown && comparePlaces(placeIn(shown), seen) > 0 ? placeIn(shown) : seen;
      return endPage(end, lookedAt);
    }
    // as many as the share of matches so far suggests
    const left = take + 1 - records.length;
    wanted = Math.max(16, Math.ceil((left * lookedAt) / Math.max(records.length, 1)));
  }
}

async function prepareFound(plan: QueryPlan, found: Found[]): Promise<Readable[]> {
  const prepared = await plan.prepare(found.map(({ record }) => record));
  return prepared.map((record, i) => ({ record, key: found[i]?.key ?? "" }));
}

/** The last entry after which no other of the same record at the same place can follow: one of these may be the one that counts. */
const lastWhole = (entries: Entry[]): Entry | undefined => {
  const last = entries.at(-1);
  return entries.findLast(({ key, id }) => key !== last?.key || id !== last.id);
};
