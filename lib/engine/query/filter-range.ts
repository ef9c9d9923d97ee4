/*
 * Finds the ranges of an order in which all records that a filter lets through must be, if the filter has items about the first field of
 * the order. The filter must still be applied to each record there.
 */

import { negations, type Positive } from "#lib/engine/comparators/comparator";
import { keyRanges } from "#lib/engine/comparators/ranges";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { type KeyRange, rangeOfEmpty, rangeOfKeys, rangeOfLetters } from "#lib/engine/order-keys/order-key";
import { type Filter, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { isApplicable } from "./check-filter.ts";
import { readItem } from "./filtering.ts";
import type { Ordered } from "./ordering.ts";

export interface FilterRange {
  /** Ranges in the order of keys, which do not touch each other. Without any range no record matches. */
  ranges: KeyRange[];
  /** Whether the ranges are the whole condition: then hardly any record in them is left out. */
  isAll: boolean;
}

/** Each further range is a further request to the store. */
export const mostRanges = 8;

/** A filter, and the fields that its items name. */
export interface AskedFilter {
  filter: Filter;
  fieldOf(key: string): Field | undefined;
}

/** The ranges of all these filters together. */
export function rangeOfFilters(
  filters: readonly AskedFilter[],
  { field, order }: Ordered,
  context: CellContext,
): FilterRange {
  const found = filters.flatMap(({ filter, fieldOf }) =>
    conditionsOf(filter).map((entry) => {
      // of an "or" group, records may be in the ranges of any item
      const items = isFilterGroup(entry) ? entry.filterSet : [entry];
      const each = items.map((one) =>
        isFilterGroup(one) || fieldOf(one.fieldId)?.id !== field.id
          ? undefined
          : rangesOfItem(one, { field, order }, context),
      );
      const known = each.filter((ranges) => ranges !== undefined);
      return known.length < each.length ? undefined : join(known.flat());
    }),
  );
  const known = found.filter((ranges) => ranges !== undefined);
  const ranges = known.reduce(intersect, [{}]);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || ranges.length <= mostRanges) return { ranges, isAll: known.length === found.length };
  return { ranges: [{ ...fromOf(first), ...toOf(last) }], isAll: false };
}

/** The items and groups of a filter that must all match; an "or" group is one of them. */
export function conditionsOf(filter: Filter): (Filter | FilterItem)[] {
  if (filter.conjunction === "or" && filter.filterSet.length > 1) return [filter];
  return filter.filterSet.flatMap((entry) => (isFilterGroup(entry) ? conditionsOf(entry) : [entry]));
}

function rangesOfItem(
  item: FilterItem,
  { field, order }: Ordered,
  context: CellContext,
): KeyRange[] | undefined {
  if (!isApplicable(item, field)) return undefined;
  const { operator, value, comparator } = readItem(item, field, context);
  const keyed = { isText: comparator.isText === true, isDescending: order === "desc" };
  if (operator === "isEmpty" || operator === "isNotEmpty")
    return [rangeOfEmpty(keyed, operator === "isEmpty")];
  if (!operator || value === null || operator in negations) return undefined;
  const bounds = keyRanges({ field, context, operator: operator as Positive, value });
  return (
    bounds &&
    intersect(
      [rangeOfEmpty(keyed, false)],
      bounds.map(({ letters, ...each }) =>
        letters === undefined ? rangeOfKeys(keyed, each) : rangeOfLetters(keyed, letters),
      ),
    )
  );
}

const fromOf = ({ from }: KeyRange) => (from === undefined ? {} : { from });
const toOf = ({ to }: KeyRange) => (to === undefined ? {} : { to });

/** The parts that are in a range of either list. */
function intersect(some: KeyRange[], others: KeyRange[]): KeyRange[] {
  const both = some.flatMap((one) => others.flatMap((other) => intersectTwo(one, other) ?? []));
  return both.sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1));
}

/** The parts that are in any of these ranges. */
function join(ranges: KeyRange[]): KeyRange[] {
  const joined: KeyRange[] = [];
  for (const range of ranges.toSorted((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || (last.to !== undefined && last.to < (range.from ?? ""))) joined.push(range);
    else if (last.to !== undefined && (range.to === undefined || range.to > last.to))
      joined[joined.length - 1] = { ...fromOf(last), ...toOf(range) };
  }
  return joined;
}

function intersectTwo(one: KeyRange, other: KeyRange): KeyRange | undefined {
  const froms = [one.from, other.from].filter((key) => key !== undefined).sort();
  const tos = [one.to, other.to].filter((key) => key !== undefined).sort();
  const [from, to] = [froms.at(-1), tos[0]];
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
