/*
 * Decides which indexes a table should have: one for each declared field, for each order of its views, and for each order that many requests
 * use:
 *
 *   made      after about 40 pages in that order, today and yesterday
 *   kept      for a day in any case; then while a page was noted in the last seven days, and no other order is used more
 */

import type { IndexItem, Schema, TableItem, ViewItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { looksUpLate } from "#lib/engine/fields/formula-kinds";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import type { FieldId } from "#lib/schemas/basics/ids";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import type { AskedOrder } from "./asked-orders.ts";
import {
  context,
  defineIndex,
  holdsValues,
  type IndexDefinition,
  isIndexableFilter,
  isSameFilter,
} from "./index-definition.ts";

/** The indexes that were declared. An index of a deleted field is not possible (`defineIndex`). */
export const declaredIndexes = ({
  table,
  fields,
}: {
  table: Pick<TableItem, "declared">;
  fields: readonly Field[];
}): IndexDefinition[] =>
  (table.declared ?? []).map((fieldId) => {
    const field = fields.find(({ id }) => id === fieldId);
    return field ? valueIndex(field) : { orders: [{ fieldId, order: "asc" }] };
  });

/** The index that finds the values of a field. */
export const valueIndex = (field: Field): IndexDefinition => ({
  orders: [{ fieldId: field.id, order: "asc", ...(holdsValues(field) && { values: true }) }],
});

/** The indexes that the views need and that are possible, each once. */
export function wantedIndexes({ views, fields }: Pick<Schema, "views" | "fields">): IndexDefinition[] {
  const all: IndexDefinition[] = [];
  for (const view of views) {
    const sorted = ordersOfView(view, fields);
    const groups = readable(view.group ?? [], fields);
    const grouped = groups.length > 0 ? onceEach([...groups, ...sorted]) : [];
    addWanted(all, sorted.length > 0 && narrow({ orders: sorted }, view, fields));
    addWanted(all, grouped.length > 0 && withGroups({ orders: grouped }, { ...view, group: groups }, fields));
    for (const dated of datesOfView(view)) addWanted(all, narrow({ orders: dated }, view, fields));
  }
  return all;
}

/** Adds an index if none with the same order and filter is in the list; such an index serves both, with or without counts. */
export function addWanted(all: IndexDefinition[], wanted: IndexDefinition | undefined | false): void {
  if (!wanted) return;
  const at = all.findIndex((each) => isInOrder(each, wanted));
  const found = all[at];
  if (!found) all.push(wanted);
  else if ((wanted.groups ?? -1) > (found.groups ?? -1)) all[at] = wanted;
}

/** The index with counts for the groups of the view; undefined if an index cannot use its order or its filter. */
function withGroups(
  { orders }: IndexDefinition,
  { filter, group = [] }: ViewItem,
  fields: readonly Field[],
): IndexDefinition | undefined {
  const groups = onceEach(group).length;
  return defineIndex({ orders, ...(filter && { filter }) }, fields)
    ? { orders, groups, ...(filter && { filter }) }
    : undefined;
}

/**
 * The index with the view's filter, if possible. Without the filter if that is a range of the order, because an index of all records serves
 * it as well. Undefined if an index cannot use the order.
 */
function narrow(
  { orders }: IndexDefinition,
  { filter }: ViewItem,
  fields: readonly Field[],
): IndexDefinition | undefined {
  const defined = defineIndex({ orders }, fields);
  const [first] = defined?.orders ?? [];
  if (!defined || !first) return undefined;
  const { fieldOf } = defined;
  if (!filter || rangeOfFilters([{ filter, fieldOf }], first, context).isAll) return { orders };
  // `groups: 0`: it counts how many records match
  return isIndexableFilter(filter, fieldOf) ? { orders, filter, groups: 0 } : { orders };
}

/** The orders by the dates of a calendar: the days that it shows are a range of the starts, and a range of the ends. */
function datesOfView({ viewType, options }: ViewItem): IndexDefinition["orders"][] {
  if (viewType !== "calendar") return [];
  const { startDateFieldId: start, endDateFieldId: end } = options as CalendarOptions;
  if (!start) return [];
  const dates = [...new Set([start, end ?? start])];
  return dates.map((fieldId) => [{ fieldId, order: "asc" }]);
}

interface CalendarOptions {
  startDateFieldId?: FieldId | null;
  endDateFieldId?: FieldId | null;
}

/** The order of the view's sort; a field counts where it is named first. */
function ordersOfView({ sort }: ViewItem, fields: readonly Field[]): IndexDefinition["orders"] {
  const all = !sort || sort.manualSort ? [] : sort.sortObjs;
  return onceEach(readable(all, fields));
}

/** Without deleted fields, and without fields that can no longer be sorted by: lists ignore them too. */
const readable = <Order extends { fieldId: string }>(orders: Order[], fields: readonly Field[]): Order[] =>
  orders.filter(({ fieldId }) => fields.some((field) => field.id === fieldId && !looksUpLate(field)));

const onceEach = (all: readonly { fieldId: string; order: "asc" | "desc" }[]): IndexDefinition["orders"] =>
  all
    .map(({ fieldId, order }) => ({ fieldId, order }))
    .filter(
      ({ fieldId }, i) => all.findIndex((each) => each.fieldId === fieldId) === i,
    ) as IndexDefinition["orders"];

/** Whether both define the same index. */
export const isSame = (one: IndexDefinition, other: IndexDefinition): boolean =>
  one.groups === other.groups && isInOrder(one, other);

/** Whether both have the same records in the same order, with or without counts. */
export const isInOrder = (one: IndexDefinition, other: IndexDefinition): boolean =>
  isSameFilter(one.filter, other.filter) &&
  one.orders.length === other.orders.length &&
  one.orders.every(
    ({ fieldId, order, values }, i) =>
      fieldId === other.orders[i]?.fieldId &&
      order === other.orders[i]?.order &&
      values === other.orders[i]?.values,
  );

/** Making an index costs 1 WCU for each record, as much as 20 scans if records have 1 KB. */
const leastPages = 40;
const beforeAllOthers = 1e12;

/** The indexes that requests need, the most needed ones first. `live` are the existing ones. */
export function askedIndexes(
  { fields }: Pick<Schema, "fields">,
  { asked, live, now }: { asked: AskedOrder[]; live: IndexItem[]; now: string },
): IndexDefinition[] {
  const yesterday = timeAfter(now, -msPerDay);
  const weigh = ({ definition, askedRecently }: AskedOrder): number => {
    const made = live.find((item) => isSame(item, definition));
    if (!made) return askedRecently >= leastPages ? askedRecently : 0;
    // an existing index is replaced only by one that is used more
    return 1 + 2 * askedRecently + (made.createdTime > yesterday ? beforeAllOthers : 0);
  };
  return asked
    .filter((each) => each.asked > 0 && defineIndex(each.definition, fields))
    .map((each) => ({ definition: each.definition, weight: weigh(each) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    .map(({ definition }) => definition);
}

/** The views that an index serves. */
export const viewsOf = (
  { views, fields }: Pick<Schema, "views" | "fields">,
  index: IndexDefinition,
): ViewItem[] =>
  views.filter((view) => wantedIndexes({ views: [view], fields }).some((each) => isInOrder(each, index)));
