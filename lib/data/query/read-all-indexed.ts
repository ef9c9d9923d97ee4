/*
 * What reads more than a page of an index: exports in the order of one, and calendars, whose days are a range of one. Loaded late: few tables
 * have indexes.
 */

import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import { lastNumber } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { beginOf } from "#lib/engine/comparators/days";
import type { Field } from "#lib/engine/fields/field";
import type { CalendarDays } from "#lib/engine/query/calendar-days";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Filter } from "#lib/schemas/tables/filter";
import type { CursorPosition } from "./cursors.ts";
import type { QueryPlan } from "./query-plan.ts";
import { findNamed, hasAllOf, indexFor, isExactFor, readIndexed, walkEntries } from "./read-index.ts";

/** Of a list of which only some records are wanted: more are scanned, since a record costs 1 RCU here. */
const mostOfSome = 2000;

/**
 * The first `length` records of a list in its order, some at a time; all of them for infinity. Undefined without an index that has hardly
 * more than these.
 */
export function readAllIndexed(plan: QueryPlan, length: number): AsyncGenerator<RecordItem[]> | undefined {
  if (length > mostOfSome && length !== Number.POSITIVE_INFINITY) return undefined;
  const index = indexFor(plan.schema, plan.look);
  return index && isExactFor(plan, index.item) ? readPages(plan, index, length) : undefined;
}

async function* readPages(plan: QueryPlan, index: LiveIndex, length: number): AsyncGenerator<RecordItem[]> {
  let left = length;
  for (let after: CursorPosition | undefined; left > 0; ) {
    const take = Math.min(left, limits.recordsPerPage);
    const page = await readIndexed(plan, index, { after, skip: 0, take });
    if (!page) throw new Error("an index that is exact is never worse than a scan");
    yield page.records;
    if (page.next === null) return;
    left -= page.records.length;
    after = page.next;
  }
}

const entriesPerRead = 400;

/**
 * Calls `visit` with each matching record whose date in this field is in these days, once, in no particular order. False if no index has
 * that field first, or if a scan of the table costs less; then some records may have been visited.
 */
export async function visitDays(
  plan: QueryPlan,
  field: Field,
  days: CalendarDays,
  visit: (record: RecordItem) => void,
): Promise<boolean> {
  const { schema, look, context, selected } = plan;
  const tableId = schema.table.id;
  const indexes = liveIndexes(schema).filter(
    ({ item }) => item.state === "ready" && item.orders[0]?.fieldId === field.id && hasAllOf(item, look),
  );
  const index = indexes.find(({ item }) => item.filter) ?? indexes[0];
  const [order] = index?.item.orders ?? [];
  if (!index || !order || selected) return false;
  const between = { filter: inDays(field, days), fieldOf: () => field };
  const range = rangeOfFilters([between], { field, order: order.order }, context);
  if (!range.isAll) return false;
  // a record costs 1 RCU here, and a quarter of that in a scan of records of 1 KB
  const most = (await lastNumber(tableId)) / 4;
  const walk = walkEntries(tableId, index.item.id, { ...range, after: undefined });
  // one that is given another date meanwhile has an entry there too
  const visited = new Set<RecordId>();
  for (let count = 0; !walk.ended(); ) {
    const entries = await walk.next(entriesPerRead);
    count += entries.length;
    if (count > most) return false;
    const records = (await findNamed(tableId, index.item.id, entries)).map(({ record }) => record);
    await plan.meet(records);
    for (const record of records) {
      if (visited.has(record.id) || !plan.matches(record)) continue;
      visited.add(record.id);
      visit(record);
    }
  }
  return true;
}

/** What a date must be. */
function inDays({ id: fieldId }: Field, { from, to, zone: timeZone }: CalendarDays): Filter {
  const on = (operator: string, day: number) => ({
    fieldId,
    operator,
    value: { mode: "exactDate", exactDate: new Date(beginOf(day, timeZone)).toISOString(), timeZone },
  });
  return {
    conjunction: "and",
    filterSet: [on("isOnOrAfter", from), on("isOnOrBefore", to)],
  } as Filter;
}
