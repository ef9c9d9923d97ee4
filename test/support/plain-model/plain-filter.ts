/* Filters, as the contract describes them: see plain-families.ts. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { type Filter, type FilterDate, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { holdsOfDate } from "./plain-dates.ts";
import { type Asked, operatorsOf, type PlainField, type Seen, seen } from "./plain-families.ts";

const negative = ["isNot", "doesNotContain", "isNoneOf", "hasNoneOf", "isNotExactly"];

/** Undefined if there is no condition: an item without a value or with an operator of another field type, a group without items. */
export function plainMatch(
  filter: Filter | FilterItem,
  record: StoredRecord,
  fields: PlainField[],
  asked: Asked,
): boolean | undefined {
  if (isFilterGroup(filter)) {
    const each = filter.filterSet.map((entry) => plainMatch(entry, record, fields, asked));
    const results = each.filter((result) => result !== undefined);
    if (results.length === 0) return undefined;
    return filter.conjunction === "and" ? !results.includes(false) : results.includes(true);
  }
  const field = fields.find(({ id }) => id === filter.fieldId);
  if (!field) return undefined;
  const cell = seen(record, field, asked);
  const operator = filter.isSymbol ? spelledOut(filter.operator, field) : filter.operator;
  if (!operatorsOf(field).includes(operator)) return undefined;
  if (operator === "isEmpty") return cell === undefined;
  if (operator === "isNotEmpty") return cell !== undefined;
  if (field.plain === "checkbox") return cell === (filter.value ?? false);
  if (filter.value === null) return undefined;
  if (cell === undefined) return negative.includes(operator);
  return holds(operator, cell, filter.value, field, asked);
}

function spelledOut(symbol: string, { plain }: PlainField): string {
  const isMany = plain === "choices" || plain === "people";
  const isDate = plain === "dates";
  switch (symbol) {
    case "=":
      return "is";
    case "!=":
      return "isNot";
    case ">":
      return isDate ? "isAfter" : "isGreater";
    case ">=":
      return isDate ? "isOnOrAfter" : "isGreaterEqual";
    case "<":
      return isDate ? "isBefore" : "isLess";
    case "<=":
      return isDate ? "isOnOrBefore" : "isLessEqual";
    case "LIKE":
      return "contains";
    case "NOT LIKE":
      return "doesNotContain";
    case "IN":
      return isMany ? "hasAnyOf" : "isAnyOf";
    case "NOT IN":
      return isMany ? "hasNoneOf" : "isNoneOf";
    case "HAS":
      return "hasAllOf";
    case "IS NULL":
      return "isEmpty";
    default:
      return "isNotEmpty";
  }
}

function holds(
  operator: string,
  cell: Seen,
  value: NonNullable<FilterItem["value"]>,
  field: PlainField,
  asked: Asked,
): boolean {
  if (typeof cell === "number") return holdsOfNumber(operator, cell, Number(value));
  if (typeof cell === "string") return holdsOfText(operator, cell.toLowerCase(), String(value).toLowerCase());
  if (typeof cell === "object" && "day" in cell)
    return holdsOfDate(operator, cell.instant, value as FilterDate, { field, now: asked.now });
  if (typeof cell !== "object" || !("ids" in cell)) throw new Error(`${operator} of ${field.plain}`);
  const wanted = [value].flat().map((each) => (each === "Me" ? asked.me : String(each)));
  return holdsOfSeveral(operator, cell, wanted);
}

function holdsOfNumber(operator: string, cell: number, value: number): boolean {
  switch (operator) {
    case "is":
      return cell === value;
    case "isNot":
      return cell !== value;
    case "isGreater":
      return cell > value;
    case "isGreaterEqual":
      return cell >= value;
    case "isLess":
      return cell < value;
    case "isLessEqual":
      return cell <= value;
    default:
      throw new Error(operator);
  }
}

function holdsOfText(operator: string, cell: string, value: string): boolean {
  switch (operator) {
    case "is":
      return cell === value;
    case "isNot":
      return cell !== value;
    case "contains":
      return cell.includes(value);
    case "doesNotContain":
      return !cell.includes(value);
    default:
      throw new Error(operator);
  }
}

function holdsOfSeveral(
  operator: string,
  cell: { names: string[]; ids: string[] },
  wanted: string[],
): boolean {
  const isWanted = cell.ids.map((id, i) => wanted.includes(id) || wanted.includes(cell.names[i] ?? ""));
  const isThere = wanted.map((each) => cell.ids.includes(each) || cell.names.includes(each));
  const any = isWanted.includes(true);
  const all = !isThere.includes(false);
  const onlyThose = !isWanted.includes(false);
  switch (operator) {
    case "is":
    case "isAnyOf":
    case "hasAnyOf":
      return any;
    case "isNot":
    case "isNoneOf":
    case "hasNoneOf":
      return !any;
    case "hasAllOf":
      return all;
    case "isExactly":
      return all && onlyThose;
    case "isNotExactly":
      return !(all && onlyThose);
    default:
      throw new Error(operator);
  }
}
