/* A filter as the contract's text has it: see plain-table.ts. */
import type { DateFormatting } from "#lib/engine/dates";
import type { Field } from "#lib/engine/field";
import type { StoredRecord } from "#lib/engine/present";
import { type Filter, type FilterDate, type FilterItem, isFilterGroup } from "#lib/schemas/filter";
import { type Asked, daysLater, monthsLater, type Seen, seen, wallOf } from "./plain-table.ts";

/** The contract's table of operators. */
const knownTo: [types: string[], operators: string][] = [
  [["singleLineText", "longText"], "is isNot contains doesNotContain isEmpty isNotEmpty"],
  [
    ["number", "rating", "autoNumber"],
    "is isNot isGreater isGreaterEqual isLess isLessEqual isEmpty isNotEmpty",
  ],
  [["checkbox"], "is"],
  [
    ["date", "createdTime", "lastModifiedTime"],
    "is isNot isWithIn isBefore isAfter isOnOrBefore isOnOrAfter isEmpty isNotEmpty",
  ],
  [["singleSelect", "user", "createdBy", "lastModifiedBy"], "is isNot isAnyOf isNoneOf isEmpty isNotEmpty"],
  [["multipleSelect", "users"], "hasAnyOf hasAllOf isExactly isNotExactly hasNoneOf isEmpty isNotEmpty"],
  [["attachment"], "isEmpty isNotEmpty"],
];

export function operatorsOf({ type, options }: Field): string[] {
  const kind = (options as { isMultiple?: boolean }).isMultiple ? "users" : type;
  return knownTo.find(([types]) => types.includes(kind))?.[1].split(" ") ?? [];
}

const negative = ["isNot", "doesNotContain", "isNoneOf", "hasNoneOf", "isNotExactly"];

/** Undefined where there is nothing to ask: an item without a value or of another field's operator, a group without items. */
export function plainMatch(
  filter: Filter | FilterItem,
  record: StoredRecord,
  fields: Field[],
  asked: Asked,
): boolean | undefined {
  if (isFilterGroup(filter)) {
    const each = filter.filterSet.map((entry) => plainMatch(entry, record, fields, asked));
    const told = each.filter((result) => result !== undefined);
    if (told.length === 0) return undefined;
    return filter.conjunction === "and" ? !told.includes(false) : told.includes(true);
  }
  const field = fields.find(({ id }) => id === filter.fieldId);
  if (!field) return undefined;
  const cell = seen(record, field, asked);
  const operator = filter.isSymbol ? spelledOut(filter.operator, field) : filter.operator;
  if (!operatorsOf(field).includes(operator)) return undefined;
  if (operator === "isEmpty") return cell === undefined;
  if (operator === "isNotEmpty") return cell !== undefined;
  if (field.type === "checkbox") return cell === (filter.value ?? false);
  if (filter.value === null) return undefined;
  if (cell === undefined) return negative.includes(operator);
  return holds(operator, cell, filter.value, field, asked);
}

function spelledOut(symbol: string, { type, options }: Field): string {
  const isMany = type === "multipleSelect" || (options as { isMultiple?: boolean }).isMultiple === true;
  const isDate = (options as { formatting?: { timeZone?: string } }).formatting?.timeZone !== undefined;
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
  field: Field,
  asked: Asked,
): boolean {
  if (typeof cell === "number") return holdsOfNumber(operator, cell, Number(value));
  if (typeof cell === "string") return holdsOfText(operator, cell.toLowerCase(), String(value).toLowerCase());
  if (typeof cell === "object" && "day" in cell)
    return holdsOfDay(operator, cell.day, daysOf(value as FilterDate, field, asked.now));
  if (typeof cell !== "object" || !("ids" in cell)) throw new Error(`${operator} of ${field.type}`);
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

interface Days {
  first: string;
  last: string;
}

function holdsOfDay(operator: string, day: string, { first, last }: Days): boolean {
  switch (operator) {
    case "is":
    case "isWithIn":
      return first <= day && day <= last;
    case "isNot":
      return day < first || last < day;
    case "isBefore":
      return day < first;
    case "isOnOrBefore":
      return day <= last;
    case "isAfter":
      return day > last;
    case "isOnOrAfter":
      return day >= first;
    default:
      throw new Error(operator);
  }
}

/** The days that a date value stands for, by the calendar of the field's time zone. */
function daysOf({ mode, numberOfDays = 0, exactDate }: FilterDate, field: Field, now: string): Days {
  const { date: pattern, timeZone } = (field.options as { formatting: DateFormatting }).formatting;
  const today = wallOf(now, timeZone).day;
  const exact = wallOf(exactDate ?? now, timeZone).day;
  const day = (count: number): Days => ({ first: daysLater(today, count), last: daysLater(today, count) });
  const until = (first: string): Days => ({ first, last: today });
  const from = (last: string): Days => ({ first: today, last });
  const isoWeek = (count: number): Days => {
    let monday = daysLater(today, 7 * count);
    while (new Date(monday).getUTCDay() !== 1) monday = daysLater(monday, -1);
    return { first: monday, last: daysLater(monday, 6) };
  };
  const month = (of: string, count: number): Days => {
    const first = monthsLater(`${of.slice(0, 7)}-01`, count);
    return { first, last: daysLater(monthsLater(first, 1), -1) };
  };
  const year = (of: string, count: number): Days => {
    const number = Number(of.slice(0, 4)) + count;
    return { first: `${number}-01-01`, last: `${number}-12-31` };
  };
  switch (mode) {
    case "today":
      return day(0);
    case "tomorrow":
      return day(1);
    case "yesterday":
      return day(-1);
    case "oneWeekAgo":
      return day(-7);
    case "oneWeekFromNow":
      return day(7);
    case "daysAgo":
      return day(-numberOfDays);
    case "daysFromNow":
      return day(numberOfDays);
    case "oneMonthAgo":
      return { first: monthsLater(today, -1), last: monthsLater(today, -1) };
    case "oneMonthFromNow":
      return { first: monthsLater(today, 1), last: monthsLater(today, 1) };
    case "currentWeek":
      return isoWeek(0);
    case "lastWeek":
      return isoWeek(-1);
    case "nextWeekPeriod":
      return isoWeek(1);
    case "currentMonth":
      return month(today, 0);
    case "lastMonth":
      return month(today, -1);
    case "nextMonthPeriod":
      return month(today, 1);
    case "currentYear":
      return year(today, 0);
    case "lastYear":
      return year(today, -1);
    case "nextYearPeriod":
      return year(today, 1);
    case "exactFormatDate":
      if (["YYYY-MM", "MM"].includes(pattern)) return month(exact, 0);
      return pattern === "YYYY" ? year(exact, 0) : { first: exact, last: exact };
    case "exactDate":
      return { first: exact, last: exact };
    case "pastWeek":
      return until(daysLater(today, -7));
    case "pastMonth":
      return until(monthsLater(today, -1));
    case "pastYear":
      return until(monthsLater(today, -12));
    case "pastNumberOfDays":
      return until(daysLater(today, -numberOfDays));
    case "nextWeek":
      return from(daysLater(today, 7));
    case "nextMonth":
      return from(monthsLater(today, 1));
    case "nextYear":
      return from(monthsLater(today, 12));
    case "nextNumberOfDays":
      return from(daysLater(today, numberOfDays));
  }
}
