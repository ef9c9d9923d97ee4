import type { Operator } from "#lib/engine/field-types/shared/operators";
import type { FilterItem } from "#lib/schemas/tables/filter";

/** The operators a symbol may stand for: the first that the field knows, as `>` is later of dates and greater of numbers. */
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

/** What an item's operator is to a field that knows these operators; undefined if it is none of them. */
export function operatorOf(item: FilterItem, known: readonly Operator[]): Operator | undefined {
  if (!item.isSymbol) return known.find((operator) => operator === item.operator);
  return twins.get(item.operator)?.find((operator) => known.includes(operator));
}

/** How an item may write these operators. */
export const spellings = (known: readonly Operator[], { isSymbol }: FilterItem): readonly string[] =>
  isSymbol
    ? [...twins]
        .filter(([, operators]) => operators.some((operator) => known.includes(operator)))
        .map(([symbol]) => symbol)
    : known;
