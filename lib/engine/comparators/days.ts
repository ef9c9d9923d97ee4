/*
 * Calendar days as numbers, counted from 1970-01-01: a week later is 7 more, also when clocks change. Records hold instants;
 * the time zone determines the day of an instant and when a day begins.
 */

import { offsetAt } from "#lib/engine/values/time-zones";
import { msPerDay } from "#lib/schemas/basics/time-units";

/** Makes a function that gives the zone's offset from UTC in ms at an instant. Intl takes over 1 µs, so days without a clock change are cached. */
export function offsetsIn(zone: string): (instant: number) => number {
  if (zone === "UTC") return () => 0;
  const known = new Map<number, number>();
  return (instant) => {
    const day = Math.floor(instant / msPerDay);
    const offset = known.get(day);
    if (offset !== undefined) return offset;
    const [begin, end] = [offsetAt(zone, day * msPerDay), offsetAt(zone, (day + 1) * msPerDay)];
    if (begin !== end) return offsetAt(zone, instant);
    if (known.size >= 20_000) known.clear();
    known.set(day, begin);
    return begin;
  };
}

/** Makes a function that gives the day of an instant (in ms) in this zone. */
export function daysIn(zone: string): (instant: number) => number {
  const offsetOf = offsetsIn(zone);
  return (instant) => Math.floor((instant + offsetOf(instant)) / msPerDay);
}

/** The Monday on or before the day. */
export const weekOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** The first day of the month that is `later` months after the month of `day`. */
export function monthOf(day: number, later = 0): number {
  const date = new Date(day * msPerDay);
  return dayAt(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** January 1 of the year that is `later` years after the year of `day`. */
export const yearOf = (day: number, later = 0): number =>
  dayAt(new Date(day * msPerDay).getUTCFullYear() + later, 0, 1);

/** The same day of the month `count` months later, or the last day of a shorter month. */
export function monthsLater(day: number, count: number): number {
  const first = monthOf(day, count);
  return Math.min(first + day - monthOf(day), monthOf(first, 1) - 1);
}

/** The number of whole months between two days. */
export function monthsBetween(from: number, to: number): number {
  const [begin, end] = [new Date(from * msPerDay), new Date(to * msPerDay)];
  const months =
    (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth();
  return end.getUTCDate() < begin.getUTCDate() ? months - 1 : months;
}

function dayAt(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day) / msPerDay; // Date.UTC reads the year 98 as 1998
}
