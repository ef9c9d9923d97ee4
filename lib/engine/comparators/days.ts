/*
 * Days as numbers, counted from 1970-01-01 by the calendar on somebody's wall: a week later is 7 more, however long its
 * days were. Records hold instants; which day that is, and when a day begins, a time zone says.
 */
import { offsetAt, zonedInstant } from "#lib/engine/values/time-zones";

const dayLength = 86_400_000;

/** What the zone's clocks are ahead of UTC. Asking Intl takes over a microsecond, so each day is asked for once if clocks stand still on it. */
export function offsetsIn(zone: string): (instant: number) => number {
  if (zone === "UTC") return () => 0;
  const known = new Map<number, number>();
  return (instant) => {
    const day = Math.floor(instant / dayLength);
    const offset = known.get(day);
    if (offset !== undefined) return offset;
    const [begin, end] = [offsetAt(zone, day * dayLength), offsetAt(zone, (day + 1) * dayLength)];
    if (begin !== end) return offsetAt(zone, instant);
    if (known.size >= 20_000) known.clear();
    known.set(day, begin);
    return begin;
  };
}

export function daysIn(zone: string): (instant: number) => number {
  const offsetOf = offsetsIn(zone);
  return (instant) => Math.floor((instant + offsetOf(instant)) / dayLength);
}

/** When a day begins: of two midnights at the first, of none when clocks go on. */
export function beginOf(day: number, zone: string): number {
  const date = new Date(day * dayLength);
  const wall = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  const midnight = { ...wall, hour: 0, minute: 0, second: 0, millisecond: 0 };
  return zonedInstant(midnight, zone) ?? day * dayLength;
}

/** The Monday on or before. */
export const weekOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** The first of a month, so many months later. */
export function monthOf(day: number, later = 0): number {
  const date = new Date(day * dayLength);
  return dayAt(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** January 1, so many years later. */
export const yearOf = (day: number, later = 0): number =>
  dayAt(new Date(day * dayLength).getUTCFullYear() + later, 0, 1);

/** The same day of another month, or its last if it has not so many. */
export function monthsLater(day: number, count: number): number {
  const first = monthOf(day, count);
  return Math.min(first + day - monthOf(day), monthOf(first, 1) - 1);
}

/** Months that are over between two days. */
export function monthsBetween(from: number, to: number): number {
  const [begin, end] = [new Date(from * dayLength), new Date(to * dayLength)];
  const months =
    (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth();
  return end.getUTCDate() < begin.getUTCDate() ? months - 1 : months;
}

function dayAt(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day) / dayLength; // Date.UTC takes the year 98 for 1998
}
