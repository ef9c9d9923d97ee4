/*
 * Reads more than a page from an index: exports in its order, and calendars, whose days are ranges of one or two indexes. Imported late:
 * few tables have indexes.
 */

import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { lastNumber } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import type { IndexItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import type { CalendarDays } from "#lib/engine/query/calendar-days";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { beginOf } from "#lib/engine/values/time-zones";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Filter } from "#lib/schemas/tables/filter";
import { mostOfTable } from "../choose-note.ts";
import type { PageRead } from "../fit-page.ts";
import type { QueryPlan } from "../query-plan.ts";
import { hasAllOf, indexFor, isExactFor } from "./choose-index.ts";
import { isInDoubt } from "./displaced-records.ts";
import { findNamed } from "./find-named.ts";
import { readIndexed } from "./read-indexed.ts";
import { walkEntries } from "./walk-entries.ts";

/**
 * The first `length` records of a list in its order, some at a time; all of them for infinity. Undefined if no index has hardly more
 * records than these.
 */
export async function readAllIndexed(
  plan: QueryPlan,
  length: number,
): Promise<{ item: IndexItem; pages: AsyncGenerator<RecordItem[]> } | undefined> {
  const index = indexFor(plan.schema, plan.look);
  if (!index || !isExactFor(plan, index.item)) return undefined;
  // the records of this index that are displaced could only be inserted into the first page
  if (index.stale?.length !== 0 || (index.mayWait && (await isInDoubt(plan.schema, index)))) return undefined;
  const take = Math.min(length, limits.recordsPerPage);
  const first = await readIndexed(plan, index, { after: undefined, skip: 0, take });
  return first && { item: index.item, pages: readPages(plan, index, length, first) };
}

async function* readPages(
  plan: QueryPlan,
  index: LiveIndex,
  length: number,
  first: PageRead,
): AsyncGenerator<RecordItem[]> {
  let left = length;
  for (let page: PageRead | undefined = first; ; ) {
    yield page.records;
    left -= page.records.length;
    if (page.next === null || left <= 0) return;
    const take = Math.min(left, limits.recordsPerPage);
    page = await readIndexed(plan, index, { after: page.next, skip: 0, take }, true);
    if (!page) throw new Error("an index that is exact is never worse than a scan");
  }
}

const entriesPerRead = 400;
const entriesPerCount = 4000;

/** The dates of a calendar. Without `end`, each record has one date. */
interface Dates {
  start: Field;
  end?: Field;
}

/**
 * Calls `visit` once with each matching record that can be on these days, in no particular order: records that start on one of them, and
 * records that end on one of them or later. Gives the indexes. Undefined if no index begins with one of the dates, or if a scan of the
 * table costs less: then `visit` may have been called for some records.
 */
export async function visitDays(
  plan: QueryPlan,
  { start, end }: Dates,
  { from, to, zone }: CalendarDays,
  visit: (record: RecordItem) => void,
): Promise<IndexItem[] | undefined> {
  const { schema } = plan;
  const tableId = schema.table.id;
  if (plan.selected) return undefined;
  const starting = findDates(plan, start, inDays(start, zone, { from, to }));
  const ending = end && findDates(plan, end, inDays(end, zone, { from }));
  if (!starting || (end && !ending)) return undefined;
  const parts = ending ? [starting, ending] : [starting];
  for (const { index } of parts) if (await isInDoubt(schema, index)) return undefined;
  let left = (await lastNumber(tableId)) * mostOfTable;
  // all records of the future end later; counting their entries costs little compared with reading the records
  if (ending && (await hasMoreThan(left, tableId, ending))) return undefined;
  // a record may be in both indexes, and may get another entry if its date is changed at the same time
  const visited = new Set<RecordId>();
  for (const { index, ranges } of parts) {
    const walk = walkEntries(tableId, index.item.id, { ranges, after: undefined });
    while (!walk.ended()) {
      const entries = await walk.next(entriesPerRead);
      left -= entries.length;
      if (left < 0) return undefined;
      const unvisited = entries.filter(({ id }) => !visited.has(id));
      const records = (await findNamed(tableId, index.item.id, unvisited)).map(({ record }) => record);
      for (const record of await plan.prepare(records)) {
        const turn = plan.turn();
        if (turn !== undefined) await turn;
        if (visited.has(record.id) || !plan.matches(record)) continue;
        visited.add(record.id);
        visit(record);
      }
    }
  }
  return parts.map(({ index }) => index.item);
}

/** An index that begins with this date and has all records of the query, with the ranges for a filter. */
function findDates({ schema, look, context }: QueryPlan, field: Field, filter: Filter) {
  const indexes = liveIndexes(schema).filter(
    ({ item, stale }) =>
      item.state === "ready" &&
      stale?.length === 0 &&
      item.orders[0]?.fieldId === field.id &&
      hasAllOf(item, look),
  );
  const index = indexes.find(({ item }) => item.filter) ?? indexes[0];
  const [order] = index?.item.orders ?? [];
  if (!index || !order) return undefined;
  const asked = [{ filter, fieldOf: () => field }];
  const { ranges, isAll } = rangeOfFilters(asked, { field, order: order.order }, context);
  return isAll ? { index, ranges } : undefined;
}

type Part = NonNullable<ReturnType<typeof findDates>>;

/** Whether these ranges have more entries than `most`. Reads no records. */
async function hasMoreThan(most: number, tableId: TableId, { index, ranges }: Part): Promise<boolean> {
  const walk = walkEntries(tableId, index.item.id, { ranges, after: undefined });
  let count = 0;
  while (count <= most && !walk.ended()) count += (await walk.next(entriesPerCount)).length;
  return count > most;
}

/** The filter for a date from one day on, and up to another if there is one. */
function inDays(
  { id: fieldId }: Field,
  timeZone: string,
  { from, to }: { from: number; to?: number },
): Filter {
  const on = (operator: string, day: number) => ({
    fieldId,
    operator,
    value: { mode: "exactDate", exactDate: new Date(beginOf(day, timeZone)).toISOString(), timeZone },
  });
  const filterSet = [on("isOnOrAfter", from), ...(to === undefined ? [] : [on("isOnOrBefore", to)])];
  return { conjunction: "and", filterSet } as Filter;
}
