/*
 * Where in an order the records are that a filter lets through: between two keys, if its items say so of the first field of the order. The
 * filter is still asked of each record there.
 */

import { type Comparator, negations, type Positive } from "#lib/engine/comparators/comparator";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { type KeyRange, rangeOfEmpty, rangeOfKeys } from "#lib/engine/order-keys/order-key";
import { type Filter, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { isApplicable } from "./check-filter.ts";
import { readItem } from "./filtering.ts";
import type { Ordered } from "./ordering.ts";

export interface FilterRange extends KeyRange {
  /** Nothing else is asked of a record, so that hardly one between the keys is left out. */
  isAll: boolean;
}

interface Asked {
  filter: Filter;
  fieldOf(key: string): Field | undefined;
}

/** The range of all these filters together; it may have no key at all. */
export function rangeOfFilters(
  filters: readonly Asked[],
  { field, order }: Ordered,
  context: CellContext,
): FilterRange {
  const found = filters.flatMap(({ filter, fieldOf }) =>
    entriesOf(filter).map((entry) =>
      isFilterGroup(entry) || fieldOf(entry.fieldId)?.id !== field.id
        ? undefined
        : rangeOfItem(entry, { field, order }, context),
    ),
  );
  const ranges = found.filter((range) => range !== undefined);
  return { ...ranges.reduce(intersect, {}), isAll: ranges.length === found.length };
}

/** What must be true of each record; a group where one of several things must be is one. */
function entriesOf(filter: Filter): (Filter | FilterItem)[] {
  if (filter.conjunction === "or" && filter.filterSet.length > 1) return [filter];
  return filter.filterSet.flatMap((entry) => (isFilterGroup(entry) ? entriesOf(entry) : [entry]));
}

function rangeOfItem(
  item: FilterItem,
  { field, order }: Ordered,
  context: CellContext,
): KeyRange | undefined {
  if (!isApplicable(item, field)) return undefined;
  const { operator, value, comparator } = readItem(item, field, context);
  const keyed = { isText: comparator.isText === true, isDescending: order === "desc" };
  if (operator === "isEmpty" || operator === "isNotEmpty") return rangeOfEmpty(keyed, operator === "isEmpty");
  if (!operator || value === null || operator in negations) return undefined;
  const bounds = (comparator as Comparator).range?.(operator as Positive, value);
  return bounds && intersect(rangeOfEmpty(keyed, false), rangeOfKeys(keyed, bounds));
}

function intersect(one: KeyRange, other: KeyRange): KeyRange {
  const froms = [one.from, other.from].filter((key) => key !== undefined).sort();
  const tos = [one.to, other.to].filter((key) => key !== undefined).sort();
  const [from, to] = [froms.at(-1), tos[0]];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
