/* Dates in filters, as the contract describes them: see plain-families.ts. */

import type { Field } from "#lib/engine/fields/field";
import type { DateFormatting } from "#lib/engine/values/dates";
import type { FilterDate } from "#lib/schemas/tables/filter";
import { daysLater, monthsLater, wallOf } from "./plain-calendar.ts";

interface Days {
  first: string;
  last: string;
}

/** Whether a date is what a filter asks for. Days are those of the value's time zone. */
export function holdsOfDate(
  operator: string,
  instant: string,
  value: FilterDate,
  { field, now }: { field: Field; now: string },
): boolean {
  const days = daysOf(value, field, now);
  if (value.exactDate !== undefined && days.first === days.last && isMoment(operator, value))
    return holdsOfMoment(operator, Date.parse(instant), Date.parse(value.exactDate));
  return holdsOfDay(operator, wallOf(instant, value.timeZone).day, days);
}

/** A time that is no midnight in its zone, also none that the clocks skip. */
function isMoment(operator: string, { mode, exactDate = "", timeZone }: FilterDate): boolean {
  if (["is", "isNot", "isWithIn"].includes(operator) || !mode.startsWith("exact")) return false;
  const at = (milliseconds: number) =>
    wallOf(new Date(Date.parse(exactDate) + milliseconds).toISOString(), timeZone);
  const isMidnight = at(0).clock === "00:00" && Date.parse(exactDate) % 60_000 === 0;
  return !isMidnight && at(-1).day === at(0).day;
}

function holdsOfMoment(operator: string, instant: number, moment: number): boolean {
  switch (operator) {
    case "isBefore":
      return instant < moment;
    case "isOnOrBefore":
      return instant <= moment;
    case "isAfter":
      return instant > moment;
    case "isOnOrAfter":
      return instant >= moment;
    default:
      throw new Error(operator);
  }
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

/** The days that the date value of a filter covers, in the time zone that it names. */
function daysOf(
  { mode, numberOfDays = 0, exactDate, timeZone }: FilterDate,
  field: Field,
  now: string,
): Days {
  const { date: pattern } = (field.options as { formatting: DateFormatting }).formatting;
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
