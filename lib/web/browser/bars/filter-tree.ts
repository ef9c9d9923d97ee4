/* Filters as the filter bar changes them. */
import { type Family, type Operator, operatorsOf } from "#lib/engine/field-types/shared/operators";
import { operatorOf } from "#lib/engine/query/operator-symbols";
import type { Field } from "#lib/schemas/tables/field";
import type { Filter, FilterDate, FilterItem } from "#lib/schemas/tables/filter";
import { familyOf, needsNoValue, valueInputOf } from "./families.ts";

export const isGroup = (node: Filter | FilterItem): node is Filter => "filterSet" in node;

/** How many conditions it has, with those of its groups. */
export const countConditions = ({ filterSet }: Filter): number =>
  filterSet.reduce((count, node) => count + (isGroup(node) ? countConditions(node) : 1), 0);

const operatorsOfField = (field: Field): readonly Operator[] => operatorsOf[familyOf(field)];

export const isFilterable = (field: Field): boolean => operatorsOfField(field).length > 0;

/** The operator of an item, also if it is written as a symbol; the first of the field, if it has no such operator. */
export function shownOperator(item: FilterItem, field: Field): Operator | undefined {
  const known = operatorsOfField(field);
  return operatorOf(item, known) ?? known[0];
}

/** A condition of this field with this operator, with the former value if it may stay. */
export function makeItem(field: Field, wanted?: Operator, former?: FilterItem): FilterItem {
  const known = operatorsOfField(field);
  const operator = wanted && known.includes(wanted) ? wanted : known[0];
  if (!operator) throw new Error(`${field.name} cannot be filtered by`);
  const family = familyOf(field);
  const stays = former && former.fieldId === field.id && isOfInput(former, field, family, operator);
  return { fieldId: field.id, operator, value: stays ? former.value : firstValue(family, operator) };
}

function isOfInput(former: FilterItem, field: Field, family: Family, operator: Operator): boolean {
  const before = shownOperator(former, field);
  return before !== undefined && valueInputOf(family, before) === valueInputOf(family, operator);
}

/** A filter with one more condition, of this field: all of the others hold too. */
export function addCondition(filter: Filter | undefined, field: Field | undefined): Filter {
  const begun = filter ?? { conjunction: "and", filterSet: [] };
  if (!field) return begun;
  const { conjunction, filterSet } = begun;
  const isOne = conjunction === "and" || filterSet.length < 2;
  return { conjunction: "and", filterSet: [...(isOne ? filterSet : [begun]), makeItem(field)] };
}

/** The time zone of this browser: days of a condition that is made here are its days. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function firstValue(family: Family, operator: Operator): FilterItem["value"] {
  switch (valueInputOf(family, operator)) {
    case "boolean":
      return true;
    case "day":
      return { mode: "today", timeZone: ownZone() };
    case "stretch":
      return { mode: "pastWeek", timeZone: ownZone() };
    default:
      return null;
  }
}

export const isDate = (value: FilterItem["value"]): value is FilterDate =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Without groups that have no condition; null if nothing is left. */
export function pruneFilter({ conjunction, filterSet }: Filter): Filter | null {
  const left = filterSet.flatMap((node) => (isGroup(node) ? (pruneFilter(node) ?? []) : node));
  return left.length > 0 ? { conjunction, filterSet: left } : null;
}

/** The place, such as `2.1`, of the first condition that needs a value and has none. Without fields operators are taken as they are written. */
export function findValueless(
  filter: Filter,
  fields: readonly Field[] | undefined,
  at = "",
): string | undefined {
  for (const [i, node] of filter.filterSet.entries()) {
    const place = `${at}${i + 1}`;
    if (isGroup(node)) {
      const found = findValueless(node, fields, `${place}.`);
      if (found) return found;
      continue;
    }
    const field = fields?.find(({ id }) => id === node.fieldId);
    const operator = field ? shownOperator(node, field) : fields ? undefined : node.operator;
    if (operator === undefined || needsNoValue(operator)) continue;
    if (node.value === null || node.value === "" || (Array.isArray(node.value) && node.value.length === 0))
      return place;
  }
  return undefined;
}
