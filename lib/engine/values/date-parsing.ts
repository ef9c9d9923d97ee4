/* Parses dates. Missing parts come from the field's time zone and the time of the request, never from the process. */

import { formatDate } from "#lib/engine/values/format-date";
import { splitClock } from "./clock-times.ts";
import { Ambiguous, type ColumnReading, toPlainWidth } from "./column-reading.ts";
import { type DayNumbers, hasPoints, numbersIn, ordersOf, ownOrder } from "./date-orders.ts";
import { readByPattern, readWeekday, type Said } from "./date-patterns.ts";
import type { DateFormatting } from "./dates.ts";
import { offsetAt, utcInstant, zonedInstant } from "./time-zones.ts";

const longestText = 200;

/** Patterns of dates that every field accepts. They are unambiguous about which number is the month. */
const plainPatterns = [
  ...["YYYY-M-D", "MMM D YYYY", "D MMM YYYY", "D MMM YY", "MMM D YY", "YYYY MMM D"],
  ...["MMM YYYY", "YYYYMMDD"],
];

/**
 * The instant of an ISO 8601 text, or of a text in the field's own pattern, in the form of cells (ISO 8601 UTC). Undefined for other text;
 * `Ambiguous` if its first number may be the day or the month. `now` is ISO 8601 UTC; `order` is the order of the column, if it is known.
 */
export const readDate = (
  text: string,
  formatting: DateFormatting,
  now: string,
  order?: ColumnReading["order"],
): string | Ambiguous | undefined => asCell(text) ?? parseDate(text, formatting, { now, order });

/** The same as `readDate`, but also reads other patterns that people use. */
export const guessDate = (
  text: string,
  formatting: DateFormatting,
  now: string,
  order?: ColumnReading["order"],
): string | Ambiguous | undefined =>
  asCell(text) ?? parseDate(text, formatting, { now, order, guesses: true });

/** Reads text in this pattern only. If the pattern has no time of day, one may follow the date. */
export const readDateBy = (
  pattern: string,
  text: string,
  timeZone: string,
  now: string,
): string | undefined => firstOf([pattern], text, { date: pattern, time: "None", timeZone }, { now });

/** The text itself if it has the form of a cell. Programs send this form, and it is much faster than trying all patterns. */
function asCell(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return undefined;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && instantCell(instant) === text ? text : undefined;
}

interface How {
  now: string;
  order?: ColumnReading["order"] | undefined;
  /** Whether to read patterns other than the field's own. */
  guesses?: boolean;
}

interface Rest {
  now: string;
  /** The weekday before the date: 0 for Sunday. */
  weekday?: number | undefined;
}

function parseDate(
  text: string,
  formatting: DateFormatting,
  { now, order, guesses = false }: How,
): string | Ambiguous | undefined {
  if (text.length > longestText) return undefined;
  const plain = toPlainWidth(text).trim();
  const { weekday, shown } = guesses ? splitWeekday(plain) : { weekday: undefined, shown: plain };
  const numbers = numbersIn(splitClock(shown)?.rest ?? shown);
  if (numbers) return readNumbers(shown, numbers, formatting, { now, order, guesses, weekday });
  // ISO 8601 without an offset is in the field's zone
  const isIso = /^\d{4}-\d\d-\d\d([T ]|$)/i.test(plain);
  const own = firstOf(isIso ? ["YYYY-MM-DD", formatting.date] : [formatting.date], plain, formatting, {
    now,
  });
  if (own !== undefined || !guesses) return own;
  const month = /^\d{4}-\d/.test(shown) ? ["YYYY-M"] : [];
  return firstOf([...plainPatterns, ...month], shown, formatting, { now, weekday });
}

/** Reads a date of three numbers whose year may be first or last, for example 3/4/2024. */
function readNumbers(
  text: string,
  numbers: DayNumbers,
  formatting: DateFormatting,
  { now, order, guesses, weekday }: How & Rest,
): string | Ambiguous | undefined {
  const own = ownOrder(formatting.date, numbers);
  const read = (each: string) => firstOf(patternsOf(each), text, formatting, { now, weekday });
  // dates with points begin with the day everywhere
  if (numbers.mark === ".") return read(hasPoints(formatting.date) ? (own ?? "DMY") : "DMY");
  const known = order === undefined || order === "unclear" ? own : order;
  if (known) return read(known);
  if (!guesses || order === "unclear") return undefined;
  const found = ordersOf(numbers).flatMap((each) => read(each) ?? []);
  const [first, other] = [...new Set(found)];
  if (first === undefined || other === undefined) return first;
  const show = (cell: string) => formatDate(cell, { ...formatting, date: "YYYY-MM-DD", time: "None" });
  return new Ambiguous([show(first), show(other)]);
}

const weekdays = "mon|tue|wed|thu|fri|sat|sun|tues|wednes|thur|thurs|satur";
const weekdayAhead = new RegExp(`^((?:${weekdays})(?:day)?)[.,\\s]+`, "iu");

function splitWeekday(text: string): { weekday?: number; shown: string } {
  const [ahead, name] = weekdayAhead.exec(text) ?? [];
  return ahead === undefined || name === undefined
    ? { shown: text }
    : { weekday: readWeekday(name), shown: text.slice(ahead.length) };
}

const patternsOf = (order: string): string[] => {
  const pattern = [...order].join("/");
  return [pattern.replace("Y", "YYYY"), pattern.replace("Y", "YY")];
};

/** An instant in ms in the form of cells (ISO 8601 UTC); undefined outside the years 0000 to 9999. */
export function instantCell(instant: number): string | undefined {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}

function firstOf(patterns: string[], text: string, { timeZone }: DateFormatting, { now, weekday }: Rest) {
  const trimmed = text.trim();
  if (trimmed.length > longestText) return undefined;
  const clock = splitClock(trimmed);
  for (const pattern of patterns) {
    // the whole text is tried first, because the pattern may contain a time of day
    const said = readByPattern(trimmed, pattern) ?? (clock && readByPattern(clock.rest, pattern));
    const ahead = weekday === undefined ? undefined : { weekday };
    const instant = said && instantOf({ ...ahead, ...clock?.said, ...said }, timeZone, now);
    const cell = instant === undefined ? undefined : instantCell(instant);
    if (cell !== undefined) return cell;
  }
  return undefined;
}

function instantOf(said: Said, timeZone: string, now: string): number | undefined {
  if (Object.keys(said).every((name) => name === "weekday")) return undefined;
  const { half, offset, hour = 0, weekday } = said;
  // no clock shows 13:30 AM; 0:30 PM is half past noon where the half days begin at 0
  if (half === 0 && hour > 12) return undefined;
  const wall = {
    ...dayOf(said, timeZone, now),
    hour: half === undefined || hour > 12 ? hour : (hour % 12) + half,
    minute: said.minute ?? 0,
    second: said.second ?? 0,
    millisecond: said.millisecond ?? 0,
  };
  const shown = utcInstant(wall);
  if (weekday !== undefined && shown !== undefined && new Date(shown).getUTCDay() !== weekday)
    return undefined;
  if (offset === undefined) return zonedInstant(wall, timeZone);
  return shown === undefined ? undefined : shown - offset;
}

/** Completes a date: a missing year is the present year; if the month is missing too, it is the present month. */
function dayOf({ year, month, day }: Said, timeZone: string, now: string) {
  if (year !== undefined) return { year, month: month ?? 1, day: day ?? 1 };
  const today = new Date(Date.parse(now) + offsetAt(timeZone, Date.parse(now)));
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (month !== undefined) return { year: thisYear, month, day: day ?? 1 };
  return { year: thisYear, month: thisMonth, day: day ?? today.getUTCDate() };
}
