/* Filters records. The items of a filter are compiled once to functions, which are called for hundreds of thousands of records. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { negations, type Positive } from "#lib/engine/comparators/comparator";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { keptOperatorsOf } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { allNeeded } from "#lib/engine/fields/formula-inputs";
import { type Filter, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { isApplicable } from "./check-filter.ts";
import { operatorOf } from "./operator-symbols.ts";

export type Match = (record: StoredRecord) => boolean;

/**
 * Makes the function that says whether a record matches. It ignores items without a value, and items that do not fit the present fields,
 * because the filter of a view may be older than changes of the fields. But if the field of an item has an error, or is computed from a
 * field with an error, nothing matches: its cells are not known, and the filter may be there to hide records from visitors of a share. The
 * same holds for an item that no longer fits a lookup, or a formula of one, because their looked-up field changes in another table.
 */
export function makeMatcher(
  filter: Filter,
  fieldOf: (key: string) => Field | undefined,
  context: CellContext,
): Match {
  const matchOf = (entry: Filter | FilterItem): Match | undefined =>
    isFilterGroup(entry)
      ? all(
          entry.conjunction,
          entry.filterSet.flatMap((each) => matchOf(each) ?? []),
        )
      : itemMatch(entry, fieldOf(entry.fieldId), context);
  return matchOf(filter) ?? (() => true);
}

/** Combines matches; undefined if there are none. */
function all(conjunction: Filter["conjunction"], matches: Match[]): Match | undefined {
  const [first, second] = matches;
  if (!first || !second) return first;
  return conjunction === "and"
    ? (record) => matches.every((match) => match(record))
    : (record) => matches.some((match) => match(record));
}

const nothing: Match = () => false;

/** Whether its cells are computed from something that was deleted. A link field keeps its cells while its table is in the trash. */
const hasUnknownCells = ({ hasError, type, isLookup }: Field) =>
  hasError === true && (type !== "link" || isLookup === true);

function itemMatch(item: FilterItem, field: Field | undefined, context: CellContext): Match | undefined {
  if (!field) return undefined;
  const needed = allNeeded([field]);
  const isUnknown = needed.some(hasUnknownCells);
  const asksIfEmpty = operatorOf(item, ["isEmpty", "isNotEmpty"]) !== undefined;
  if (!isApplicable(item, field)) {
    const mayHide = isUnknown || needed.some(({ lookupOptions }) => lookupOptions);
    // an item without a value is unfinished, so it is ignored in any case
    return mayHide && (item.value !== null || asksIfEmpty) ? nothing : undefined;
  }
  const { operator, value, comparator } = readItem(item, field, context);
  const { cellOf, tests } = comparator;
  if (!operator || (value === null && !asksIfEmpty)) return undefined;
  if (isUnknown) return nothing;
  if (operator === "isEmpty") return (record) => cellOf(record) === undefined;
  if (operator === "isNotEmpty") return (record) => cellOf(record) !== undefined;
  if (value === null) return undefined;

  const isNegated = operator in negations;
  const positive = (isNegated ? negations[operator as keyof typeof negations] : operator) as Positive;
  const test = tests[positive]?.(value);
  // an empty cell matches no positive operator, so it matches each negated one (isNot, …)
  return (
    test &&
    ((record) => {
      const cell = cellOf(record);
      return (cell !== undefined && test(cell)) !== isNegated;
    })
  );
}

/** How an item that fits its field is applied. */
export function readItem(item: FilterItem, field: Field, context: CellContext) {
  const comparator = comparatorOf(field, context);
  const operator = operatorOf(item, keptOperatorsOf(typeOf(field).family(field.options)));
  return { operator, value: item.value ?? comparator.valueOfNull ?? null, comparator };
}
