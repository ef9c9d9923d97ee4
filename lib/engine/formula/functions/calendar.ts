/* Calendar and clock of a time zone. Instants are milliseconds. */
import {
  checkInstant,
  fail,
  firstInstant,
  lastInstant,
  wholePart,
} from "#lib/engine/formula/shared/cell-errors";
import type { Unit } from "#lib/engine/formula/shared/date-units";
import { offsetAt, utcInstant, type WallTime, zonedInstant } from "#lib/engine/values/time-zones";
import { msPerDay, msPerHour, msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";

export const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 };

/** The date and time that the calendar and clock of the zone show. */
export const wallTime = (instant: number, zone: string): WallTime =>
  partsOf(instant + offsetAt(zone, instant));

function partsOf(shown: number): WallTime {
  const date = new Date(shown);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** The calendar day in the zone, as days since 1970-01-01. */
export const dayNumber = (instant: number, zone: string): number =>
  Math.floor((instant + offsetAt(zone, instant)) / msPerDay);

/**
 * The date and time of the zone as an instant in UTC, for steps of the calendar. If clocks skip midnight, a date without a time of day
 * begins later, for example at 01:00. It then counts as midnight, so that a day later is the next day at 00:00.
 */
function shownForSteps(instant: number, zone: string): number {
  const shown = instant + offsetAt(zone, instant);
  const day = Math.floor(shown / msPerDay);
  const time = shown - day * msPerDay;
  return time > 0 && time < longestSkip && dayNumber(instant - 1, zone) < day ? day * msPerDay : shown;
}

/** No clock skips more than this after midnight. */
const longestSkip = 2 * msPerHour;

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Checks that the year of an instant is between 0000 and 9999, in UTC and in the zone. */
export function checkYear(instant: number | undefined, zone: string): number {
  const checked = checkInstant(instant);
  const isAtEdge = Math.abs(checked - middle) > middle - firstInstant - msPerDay;
  if (isAtEdge) checkInstant(checked + offsetAt(zone, checked));
  return checked;
}

const middle = (firstInstant + lastInstant) / 2;

/** Units of elapsed time, in milliseconds. */
const lengths: Partial<Record<Unit, number>> = {
  millisecond: 1,
  second: msPerSecond,
  minute: msPerMinute,
  hour: msPerHour,
};
const monthsIn = { month: 1, quarter: 3, year: 12 };
const daysInUnit = { day: 1, week: 7 };

/** Hours and shorter units are elapsed time. Longer units are steps of the calendar, which keep the time of day. */
export function addUnits(instant: number, count: number, unit: Unit, zone: string): number {
  const length = lengths[unit];
  if (length !== undefined) return checkYear(instant + wholePart(count * length), zone);
  const whole = wholePart(count);
  return unit === "day" || unit === "week"
    ? addDays(instant, whole * daysInUnit[unit], zone)
    : addMonths(instant, whole * monthsIn[unit as "month"], zone);
}

export function addDays(instant: number, days: number, zone: string): number {
  const wall = partsOf(shownForSteps(instant, zone));
  const date = new Date((utcInstant({ ...wall, ...midnight }) ?? 0) + days * msPerDay);
  return instantOf({ ...wall, ...calendarDay(date) }, zone);
}

const calendarDay = (date: Date) => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

/** Adds months; the day is at most the last one of the month. */
function addMonths(instant: number, months: number, zone: string): number {
  const wall = partsOf(shownForSteps(instant, zone));
  const total = wall.year * 12 + wall.month - 1 + months;
  const [year, month] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  if (!(year >= -1 && year <= 10_000)) fail("not a date in the years 0000 to 9999");
  return instantOf({ ...wall, year, month, day: Math.min(wall.day, lastDay(year, month)) }, zone);
}

/** The last day of a month, 28 to 31. The calendar repeats after 400 years. */
const lastDay = (year: number, month: number) =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

const instantOf = (wall: WallTime, zone: string) => checkYear(zonedInstant(wall, zone), zone);

/** How many units are between two instants, with fractions; positive if the first is later. */
export function countUnits(a: number, b: number, unit: Unit, zone: string): number {
  const length = lengths[unit];
  if (length !== undefined) return (a - b) / length;
  if (unit === "day" || unit === "week")
    return (shownForSteps(a, zone) - shownForSteps(b, zone)) / msPerDay / daysInUnit[unit];
  return countMonths(a, b, zone) / monthsIn[unit as "month"];
}

function countMonths(a: number, b: number, zone: string): number {
  const [later, earlier] = [wallTime(a, zone), wallTime(b, zone)];
  const months = (later.year - earlier.year) * 12 + later.month - earlier.month;
  const anchor = addMonths(b, months, zone);
  if (a === anchor) return months;
  const direction = a < anchor ? -1 : 1;
  const next = addMonths(b, months + direction, zone);
  return months + (a - anchor) / Math.max(1, Math.abs(next - anchor));
}

/**
 * A number for the unit of the calendar in which an instant is: the same for all instants of the unit, greater for later units. Weeks begin
 * on Sunday.
 */
export function unitNumber(instant: number, unit: Unit, zone: string): number {
  const length = lengths[unit];
  if (length !== undefined) {
    const offset = offsetAt(zone, instant);
    return Math.floor((instant + offset) / length) * length - offset;
  }
  const day = dayNumber(instant, zone);
  if (unit === "day") return day;
  if (unit === "week") return day - weekdayOf(day);
  const { year, month } = wallTime(instant, zone);
  return Math.floor((year * 12 + month - 1) / monthsIn[unit as "month"]);
}

/** The week of the year: 1 is the week with 1 January. Weeks begin on Sunday. */
export function weekOfYear(instant: number, zone: string): number {
  const { year } = wallTime(instant, zone);
  const first = Math.floor((utcInstant({ year, month: 1, day: 1, ...midnight }) ?? 0) / msPerDay);
  return Math.floor((dayNumber(instant, zone) - first + weekdayOf(first)) / 7) + 1;
}
