import type { Operator } from "#lib/engine/field-types/shared/operators";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** The operators that a symbol may mean. The first that the field has applies: `>` is isAfter for dates and isGreater for numbers. */
const twins = new Map<string, readonly Operator[]>([
  ["=", ["is"]],
  ["!=", ["isNot"]],
  [">", ["isGreater", "isAfter"]],
  [">=", ["isGreaterEqual", "isOnOrAfter"]],
  ["<", ["isLess", "isBefore"]],
  ["<=", ["isLessEqual", "isOnOrBefore"]],
  ["LIKE", ["contains"]],
  ["NOT LIKE", ["doesNotContain"]],
  ["IN", ["isAnyOf", "hasAnyOf"]],
  ["NOT IN", ["isNoneOf", "hasNoneOf"]],
  ["HAS", ["hasAllOf"]],
  ["IS NULL", ["isEmpty"]],
  ["IS NOT NULL", ["isNotEmpty"]],
]);

/** The operator of an item, for a field that has the operators `known`; undefined if it has no such operator. */
export function operatorOf(item: FilterItem, known: readonly Operator[]): Operator | undefined {
  if (!item.isSymbol) return known.find((operator) => operator === item.operator);
  return twins.get(item.operator)?.find((operator) => known.includes(operator));
}

/** The names, or with `isSymbol` the symbols, of these operators. */
export const spellings = (known: readonly Operator[], { isSymbol }: FilterItem): readonly string[] =>
  isSymbol
    ? [...twins]
        .filter(([, operators]) => operators.some((operator) => known.includes(operator)))
        .map(([symbol]) => symbol)
    : known;

/** All symbols. */
export const symbolsOfOperators = (): string[] => [...twins.keys()];
