/* The stretch of time that a filter's date stands for, in the time zone of the field. */

import type { DateFormatting } from "#lib/engine/values/dates";
import type { FilterDate } from "#lib/schemas/tables/filter";
import { beginOf, daysIn, monthOf, monthsLater, weekOf, yearOf } from "./days.ts";

/** Its first day, and the day after its last. */
type Days = readonly [from: number, to: number];

interface Said {
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

const ranges: Record<FilterDate["mode"], (said: Said) => Days> = {
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
  /** As much as the field shows of it. */
  exactFormatDate({ exact, pattern }) {
    if (pattern === "YYYY") return year(exact);
    return pattern === "YYYY-MM" || pattern === "MM" ? month(exact) : oneDay(exact);
  },
  // up to today or from today on, which is in it
  pastWeek: ({ today }) => [today - 7, today + 1],
  pastMonth: ({ today }) => [monthsLater(today, -1), today + 1],
  pastYear: ({ today }) => [monthsLater(today, -12), today + 1],
  pastNumberOfDays: ({ today, count }) => [today - count, today + 1],
  nextWeek: ({ today }) => [today, today + 8],
  nextMonth: ({ today }) => [today, monthsLater(today, 1) + 1],
  nextYear: ({ today }) => [today, monthsLater(today, 12) + 1],
  nextNumberOfDays: ({ today, count }) => [today, today + count + 1],
};

/** Its first instant and the first after it, as cells hold them. */
export function rangeOf(
  { mode, numberOfDays = 0, exactDate }: FilterDate,
  { date: pattern, timeZone }: DateFormatting,
  now: string,
): { from: string; to: string } {
  const dayOf = daysIn(timeZone);
  const today = dayOf(Date.parse(now));
  const exact = exactDate === undefined ? today : dayOf(Date.parse(exactDate));
  const [from, to] = ranges[mode]({ today, count: numberOfDays, exact, pattern });
  return { from: boundOf(beginOf(from, timeZone)), to: boundOf(beginOf(to, timeZone)) };
}

/** Cells are of the years 0000 to 9999, so that they are in the order of time as text: bounds outside come before and behind all. */
function boundOf(instant: number): string {
  const text = new Date(instant).toISOString();
  if (text.startsWith("-")) return "";
  return text.startsWith("+") ? "~" : text;
}
