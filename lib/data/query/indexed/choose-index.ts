/* Which index has the records of a query in its order, and which range of it. */

import { combineFilters, isSameFilter } from "#lib/data/indexes/index-definition";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { type FilterRange, rangeOfFilters } from "#lib/engine/query/filter-range";
import type { QueryPlan } from "../query-plan.ts";

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
export function rangeOf({ look, context }: QueryPlan, item: IndexItem): FilterRange {
  const [first] = look.orders;
  if (!first) return { ranges: [{}], isAll: false };
  // all that has an entry matches the filter of the index
  const filters = hasNoOther(item, look)
    ? []
    : look.filters.filter(({ filter }) => !item.filter || filter !== look.view?.filter);
  const { ranges, isAll } = rangeOfFilters(filters, first, context);
  return { ranges, isAll: isAll && !look.search?.hideNotMatch };
}
