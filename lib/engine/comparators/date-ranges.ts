/*
 * The range of time that a filter's date stands for, in the time zone that the value names.
 *
 *   is 2024-05-17T00:00 (midnight there)   the day          isBefore, isAfter …   the day
 *   is 2024-05-17T10:30                    the day          isBefore, isAfter …   the moment
 */

import type { DateFormatting } from "#lib/engine/values/dates";
import { beginOf, offsetAt } from "#lib/engine/values/time-zones";
import { msPerDay } from "#lib/schemas/basics/time-units";
import type { FilterDate } from "#lib/schemas/tables/filter";
import { daysIn, monthOf, monthsLater, weekOf, yearOf } from "./days.ts";

/** The first day of a range, and the day after its last. */
type Days = readonly [from: number, to: number];

interface Given {
  today: number;
  /** `numberOfDays`. */
  count: number;
  /** The day of `exactDate`. */
  exact: number;
  /** The field's date pattern. */
  pattern: string;
}

const oneDay = (day: number): Days => [day, day + 1];
const week = (day: number): Days => [weekOf(day), weekOf(day) + 7];
const month = (day: number, later = 0): Days => [monthOf(day, later), monthOf(day, later + 1)];
const year = (day: number, later = 0): Days => [yearOf(day, later), yearOf(day, later + 1)];

const ranges: Record<FilterDate["mode"], (given: Given) => Days> = {
  today: ({ today }) => oneDay(today),
  tomorrow: ({ today }) => oneDay(today + 1),
  yesterday: ({ today }) => oneDay(today - 1),
  oneWeekAgo: ({ today }) => oneDay(today - 7),
  oneWeekFromNow: ({ today }) => oneDay(today + 7),
  oneMonthAgo: ({ today }) => oneDay(monthsLater(today, -1)),
  oneMonthFromNow: ({ today }) => oneDay(monthsLater(today, 1)),
  daysAgo: ({ today, count }) => oneDay(today - count),
  daysFromNow: ({ today, count }) => oneDay(today + count),
  currentWeek: ({ today }) => week(today),
  lastWeek: ({ today }) => week(today - 7),
  nextWeekPeriod: ({ today }) => week(today + 7),
  currentMonth: ({ today }) => month(today),
  lastMonth: ({ today }) => month(today, -1),
  nextMonthPeriod: ({ today }) => month(today, 1),
  currentYear: ({ today }) => year(today),
  lastYear: ({ today }) => year(today, -1),
  nextYearPeriod: ({ today }) => year(today, 1),
  exactDate: ({ exact }) => oneDay(exact),
  /** The year, month or day: as much of the date as the field's pattern shows. */
  exactFormatDate({ exact, pattern }) {
    if (pattern === "YYYY") return year(exact);
    return pattern === "YYYY-MM" || pattern === "MM" ? month(exact) : oneDay(exact);
  },
  // these ranges include today
  pastWeek: ({ today }) => [today - 7, today + 1],
  pastMonth: ({ today }) => [monthsLater(today, -1), today + 1],
  pastYear: ({ today }) => [monthsLater(today, -12), today + 1],
  pastNumberOfDays: ({ today, count }) => [today - count, today + 1],
  nextWeek: ({ today }) => [today, today + 8],
  nextMonth: ({ today }) => [today, monthsLater(today, 1) + 1],
  nextYear: ({ today }) => [today, monthsLater(today, 12) + 1],
  nextNumberOfDays: ({ today, count }) => [today, today + count + 1],
};

interface Asked {
  /** Of the field. */
  formatting: Pick<DateFormatting, "date">;
  /** The time of the request. */
  now: string;
  /** Whether the operator is "before" or "after": then a date with a time of day is this moment. */
  isOrdered: boolean;
}

/** The first instant of the range and the first after it, as cells hold them (ISO 8601 UTC). Days are those of the value's time zone. */
export function rangeOf(
  { mode, numberOfDays = 0, exactDate, timeZone }: FilterDate,
  { formatting: { date: pattern }, now, isOrdered }: Asked,
): { from: string; to: string } {
  const dayOf = daysIn(timeZone);
  const today = dayOf(Date.parse(now));
  const instant = exactDate === undefined ? undefined : Date.parse(exactDate);
  const exact = instant === undefined ? today : dayOf(instant);
  const [from, to] = ranges[mode]({ today, count: numberOfDays, exact, pattern });
  const isOneDay = to - from === 1 && (mode === "exactDate" || mode === "exactFormatDate");
  if (isOrdered && isOneDay && exactDate !== undefined) {
    const moment = momentOf(exactDate, timeZone);
    if (moment) return { from: boundOf(moment.from), to: boundOf(moment.to) };
  }
  return { from: boundOf(beginOf(from, timeZone)), to: boundOf(beginOf(to, timeZone)) };
}

/** For a text that is not midnight in the zone: the first instant of cells (in ms) at or after it, and the first one after it. */
function momentOf(exactDate: string, timeZone: string): { from: number; to: number } | undefined {
  const instant = Date.parse(exactDate);
  // some clients write times between two milliseconds
  if (/\.\d{3}\d*[1-9]/.test(exactDate)) return { from: instant + 1, to: instant + 1 };
  const wall = instant + offsetAt(timeZone, instant);
  const isMidnight = wall % msPerDay === 0 || instant === beginOf(daysIn(timeZone)(instant), timeZone);
  return isMidnight ? undefined : { from: instant, to: instant + 1 };
}

/** Cells have years from 0000 to 9999 and sort as text. Bounds outside these years become texts before or after all cells. */
function boundOf(instant: number): string {
  const text = new Date(instant).toISOString();
  if (text.startsWith("-")) return "";
  return text.startsWith("+") ? "~" : text;
}
