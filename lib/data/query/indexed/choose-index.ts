/* Chooses the index that has the records of a query in its order, and the range of it to read. */

import { combineFilters, isSameFilter } from "#lib/data/indexes/index-definition";
import { type LiveIndex, liveIndexes } from "#lib/data/indexes/live-indexes";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { type FilterRange, rangeOfFilters } from "#lib/engine/query/filter-range";
import type { Ordered } from "#lib/engine/query/ordering";
import type { QueryPlan } from "../query-plan.ts";

/** The index that has the order of a query and is ready. Of several, the one with fewer records. */
export function indexFor(schema: Schema, look: QueryPlan["look"]): LiveIndex | undefined {
  const { orders } = look;
  const isOf = ({ item, stale }: LiveIndex) =>
    item.state === "ready" &&
    stale !== undefined &&
    item.orders.length === orders.length &&
    item.orders.every(
      ({ fieldId, order, values }, i) =>
        !values && fieldId === orders[i]?.field.id && order === orders[i]?.order,
    ) &&
    hasAllOf(item, look);
  const all = liveIndexes(schema).filter(isOf);
  const hasFilter = ({ item }: LiveIndex) => item.filter;
  return all.find(({ item }) => hasNoOther(item, look)) ?? all.find(hasFilter) ?? all[0];
}

/** Whether the index has all matching records: it has no filter, or the filter of the view or of the whole query. */
export const hasAllOf = (item: IndexItem, look: QueryPlan["look"]): boolean =>
  !item.filter ||
  (look.filters.some((each) => each.filter === look.view?.filter) &&
    isSameFilter(item.filter, look.view?.filter)) ||
  hasNoOther(item, look);

/** Whether the query has exactly the filter of the index, and no other. */
export const hasNoOther = ({ filter }: IndexItem, { filters }: QueryPlan["look"]): boolean =>
  filter !== undefined && isSameFilter(filter, combineFilters(filters));

/** Whether reading the index reads hardly any record that does not match. */
export const isExactFor = (plan: QueryPlan, item: IndexItem): boolean =>
  rangeOf(plan, item, plan.look.orders[0]).isAll;

/** The entries that the query's filters leave, and whether hardly more than the matching records are among them. `first` is the first field of the index. */
export function rangeOf(
  { look, context }: Pick<QueryPlan, "look" | "context">,
  item: IndexItem,
  first: Ordered | undefined,
): FilterRange {
  if (!first) return { ranges: [{}], isAll: false };
  // every record with an entry already matches the filter of the index
  const filters = hasNoOther(item, look)
    ? []
    : look.filters.filter(({ filter }) => !item.filter || filter !== look.view?.filter);
  const { ranges, isAll } = rangeOfFilters(filters, first, context);
  return { ranges, isAll: isAll && !look.search?.hideNotMatch };
}
