/*
 * Days of a calendar: numbers, counted from 1970-01-01, in the time zone of the field with the start. A week later is 7 more, also when clocks
 * change; records hold instants (ISO 8601 UTC).
 */
import { daysIn } from "#lib/engine/comparators/days";
import { beginOf, offsetAt, type WallTime, zonedInstant } from "#lib/engine/values/time-zones";
import { msPerDay } from "#lib/schemas/basics/time-units";

/** Days from the first to the last, both included. */
export interface DayRange {
  from: number;
  to: number;
}

/** The day of an instant; undefined if the text is none. */
export function dayOf(instant: unknown, zone: string): number | undefined {
  const ms = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(ms) ? undefined : daysIn(zone)(ms);
}

/** The day as YYYY-MM-DD. */
export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** The instant when a day begins, as cells have it. */
export const instantOfDay = (day: number, zone: string): string => new Date(beginOf(day, zone)).toISOString();

/** The weekday on which weeks begin where a language is spoken: 1 for Monday to 7 for Sunday. */
export function firstWeekday(language: string): number {
  try {
    const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
      language,
    );
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

interface WeekInfo {
  firstDay: number;
}

/** 1 for Monday to 7 for Sunday. The first day of all was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The week of a day, if weeks begin with a weekday. */
export function weekAround(day: number, firstDay: number): DayRange {
  const from = day - ((weekdayOf(day) - firstDay + 7) % 7);
  return { from, to: from + 6 };
}

/** The weeks of the month of a day, whole ones. */
export function monthAround(day: number, firstDay: number): DayRange {
  const date = new Date(day * msPerDay);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / msPerDay;
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / msPerDay;
  return { from: weekAround(first, firstDay).from, to: weekAround(last, firstDay).to };
}

/** The same day of another month, or the last one if it is shorter. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * msPerDay);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / msPerDay;
}

/** What the clock of a zone shows at an instant in ms. */
function wallTimeAt(ms: number, zone: string): WallTime {
  const shown = new Date(ms + offsetAt(zone, ms));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    millisecond: shown.getUTCMilliseconds(),
  };
}

/** An instant on another day at the same time of the day. A time that clocks skip on that day is as much later. */
export function moveToDay(instant: string, day: number, zone: string): string {
  const date = new Date(day * msPerDay);
  const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const moved = zonedInstant({ ...wallTimeAt(Date.parse(instant), zone), year, month, day: ofMonth }, zone);
  return new Date(moved ?? beginOf(day, zone)).toISOString();
}

/** An instant some days later at the same time of the day. */
export function moveByDays(instant: string, days: number, zone: string): string {
  const day = dayOf(instant, zone);
  return day === undefined ? instant : moveToDay(instant, day + days, zone);
}

/** The start and end of a record, as its cells have them. */
export interface Span {
  start: string;
  end: string | undefined;
}

/** The days of a record: without an end, or with one before the start, that of its start; undefined without a start. */
export function daysOfSpan(
  { start, end }: { start: unknown; end: unknown },
  zone: string,
): DayRange | undefined {
  const from = dayOf(start, zone);
  if (from === undefined) return undefined;
  return { from, to: Math.max(from, dayOf(end, zone) ?? from) };
}

/** The end on another day: at the time of the day it had, or that of the start; never before the start. */
export function moveEnd({ start, end }: Span, day: number, zone: string): string {
  const first = dayOf(start, zone) ?? day;
  const moved = moveToDay(end ?? start, Math.max(day, first), zone);
  return moved < start ? start : moved;
}
