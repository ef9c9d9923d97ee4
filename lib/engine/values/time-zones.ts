/*
 * Time zones by Intl, with one formatter for each zone. The timezone plugin of dayjs is not used: it makes a formatter for each
 * date, and parses in the time zone of the process.
 */

import {
  msPerDay,
  msPerMinute,
  msPerSecond,
  secondsPerHour,
  secondsPerMinute,
} from "#lib/schemas/basics/time-units";

/** A local date and time. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "longOffset",
    year: "numeric",
  });
  if (formats.size >= 1000) formats.clear(); // names ignore case, so their number has no limit
  formats.set(zone, made);
  return made;
}

/** Whether this is the name of a time zone. Plain offsets, which Intl accepts too, are refused: they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** Since then, all clocks have changed on a whole minute. */
const wholeMinutesSince = Date.UTC(1973, 0, 1);
const mostOffsets = 50_000;

/** Offsets by zone and minute. They are kept, because Intl takes over 1 µs and the same days occur often. */
const offsets = new Map<string, Map<number, number>>();
let offsetCount = 0;

/** The zone's offset from UTC in ms at an instant (in ms); positive if its clocks are ahead. */
export function offsetAt(zone: string, instant: number): number {
  if (zone === "UTC") return 0;
  if (!(instant >= wholeMinutesSince)) return askOffset(zone, instant);
  const minute = Math.floor(instant / msPerMinute);
  const known = offsets.get(zone);
  const offset = known?.get(minute);
  if (offset !== undefined) return offset;
  const asked = askOffset(zone, instant);
  keepOffset(zone, minute, asked);
  return asked;
}

function keepOffset(zone: string, minute: number, offset: number): void {
  if (offsetCount >= mostOffsets) {
    offsets.clear();
    offsetCount = 0;
  }
  const known = offsets.get(zone) ?? new Map<number, number>();
  known.set(minute, offset);
  offsets.set(zone, known);
  offsetCount++;
}

let asked = 0;

/** How many offsets had to be computed since the process began: each takes 1 to 3 µs. */
export const countOffsetsAsked = (): number => asked;

function askOffset(zone: string, instant: number): number {
  asked++;
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(instant));
  if (!match) return 0;
  const [, sign, hours, minutes, seconds = 0] = match;
  const size =
    (Number(hours) * secondsPerHour + Number(minutes) * secondsPerMinute + Number(seconds)) * msPerSecond;
  return sign === "-" ? -size : size;
}

/** The instant in ms of a date and time in UTC; undefined if it does not exist (Feb 30, 25:00). */
export function utcInstant(wall: WallTime): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day); // Date.UTC reads the year 98 as 1998
  if (date.getUTCMonth() !== wall.month - 1 || date.getUTCDate() !== wall.day) return undefined;
  if (wall.hour > 23 || wall.minute > 59 || wall.second > 59) return undefined;
  return date.setUTCHours(wall.hour, wall.minute, wall.second, wall.millisecond);
}

/**
 * The instant in ms of a local date and time in the zone; undefined if it does not exist. When clocks change:
 *
 *   forward   a skipped time becomes that much later (02:30 → 03:30)   ──┐  the offset of the day before
 *   back      a repeated time is its first instant                     ──┘  applies in both cases
 */
export function zonedInstant(wall: WallTime, zone: string): number | undefined {
  const shown = utcInstant(wall);
  if (shown === undefined) return undefined;
  const before = offsetAt(zone, shown - msPerDay);
  if (offsetAt(zone, shown - before) === before) return shown - before;
  const after = offsetAt(zone, shown + msPerDay);
  return offsetAt(zone, shown - after) === after ? shown - after : shown - before;
}

/** The instant in ms when a day (counted from 1970-01-01) begins in the zone: the first of two midnights; if clocks skip midnight, the instant after the gap. */
export function beginOf(day: number, zone: string): number {
  const date = new Date(day * msPerDay);
  const wall = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  const midnight = { ...wall, hour: 0, minute: 0, second: 0, millisecond: 0 };
  return zonedInstant(midnight, zone) ?? day * msPerDay;
}
