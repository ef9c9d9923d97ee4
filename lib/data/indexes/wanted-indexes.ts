/*
 * Which indexes a table wants: those of the orders of its views, and those that requests keep asking for:
 *
 *   made      after about 40 pages, today and yesterday
 *   kept      a day in any case, then as long as a page was noted in the last seven days, and no other order needs the room more
 */

import type { IndexItem, Schema, ViewItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { looksUpLate } from "#lib/engine/fields/formula-kinds";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import type { FieldId } from "#lib/schemas/basics/ids";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import type { AskedOrder } from "./asked-orders.ts";
import {
  context,
  defineIndex,
  type IndexDefinition,
  isIndexableFilter,
  isSameFilter,
} from "./index-definition.ts";

/** What the views need that an index can have, each once. */
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

/** Adds what is missing; one index serves all that have its order and filter, with or without counts. */
export function addWanted(all: IndexDefinition[], wanted: IndexDefinition | undefined | false): void {
  if (!wanted) return;
  const at = all.findIndex((each) => isInOrder(each, wanted));
  const found = all[at];
  if (!found) all.push(wanted);
  else if ((wanted.groups ?? -1) > (found.groups ?? -1)) all[at] = wanted;
}

/** With counts of the groups of the view; undefined if an index cannot have its order or its filter. */
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
 * With the view's filter if an index can have it, and if an index of all records does not serve it as well: where the filter is a range of the
 * order. Undefined if no index can have the order.
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
  // how many match is counted
  return isIndexableFilter(filter, fieldOf) ? { orders, filter, groups: 0 } : { orders };
}

/** By the dates of a calendar: its days are a range of the starts, and a range of the ends. */
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

/** As a list of the view is ordered: each field counts where it is named first. */
function ordersOfView({ sort }: ViewItem, fields: readonly Field[]): IndexDefinition["orders"] {
  const all = !sort || sort.manualSort ? [] : sort.sortObjs;
  return onceEach(readable(all, fields));
}

/** Lists leave out fields that were deleted, and such as can no longer be sorted by. */
const readable = <Order extends { fieldId: string }>(orders: Order[], fields: readonly Field[]): Order[] =>
  orders.filter(({ fieldId }) => fields.some((field) => field.id === fieldId && !looksUpLate(field)));

const onceEach = (all: readonly { fieldId: string; order: "asc" | "desc" }[]): IndexDefinition["orders"] =>
  all
    .map(({ fieldId, order }) => ({ fieldId, order }))
    .filter(
      ({ fieldId }, i) => all.findIndex((each) => each.fieldId === fieldId) === i,
    ) as IndexDefinition["orders"];

/** Whether one is the other. */
export const isSame = (one: IndexDefinition, other: IndexDefinition): boolean =>
  one.groups === other.groups && isInOrder(one, other);

/** Whether they have the same records in the same order, with or without counts. */
export const isInOrder = (one: IndexDefinition, other: IndexDefinition): boolean =>
  isSameFilter(one.filter, other.filter) &&
  one.orders.length === other.orders.length &&
  one.orders.every(
    ({ fieldId, order }, i) => fieldId === other.orders[i]?.fieldId && order === other.orders[i]?.order,
  );

/** Making an index costs 1 WCU a record, as much as 20 scans of records of 1 KB. */
const leastPages = 40;
const beforeAllOthers = 1e12;

/** Those that requests want, the most wanted ones first. `live` are those that there are. */
export function askedIndexes(
  { fields }: Pick<Schema, "fields">,
  { asked, live, now }: { asked: AskedOrder[]; live: IndexItem[]; now: string },
): IndexDefinition[] {
  const yesterday = timeAfter(now, -msPerDay);
  const weigh = ({ definition, askedRecently }: AskedOrder): number => {
    const made = live.find((item) => isSame(item, definition));
    if (!made) return askedRecently >= leastPages ? askedRecently : 0;
    // one that is as much in use does not take its place
    return 1 + 2 * askedRecently + (made.createdTime > yesterday ? beforeAllOthers : 0);
  };
  return asked
    .filter((each) => each.asked > 0 && defineIndex(each.definition, fields))
    .map((each) => ({ definition: each.definition, weight: weigh(each) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    .map(({ definition }) => definition);
}

/** The views that an index serves; they want it, or one with fewer counts. */
export const viewsOf = (
  { views, fields }: Pick<Schema, "views" | "fields">,
  index: IndexDefinition,
): ViewItem[] =>
  views.filter((view) => wantedIndexes({ views: [view], fields }).some((each) => isInOrder(each, index)));
