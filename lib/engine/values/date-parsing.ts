/* Parses dates. Missing parts come from the field's time zone and the time of the request, never from the process. */
import { splitClock } from "./clock-times.ts";
import { readByPattern, type Said } from "./date-patterns.ts";
import type { DateFormatting } from "./dates.ts";
import { offsetAt, utcInstant, zonedInstant } from "./time-zones.ts";

const longestText = 200;

/** Patterns of dates that are accepted for every field. */
const plainPatterns = [
  ...["YYYY-M-D", "MMM D YYYY", "D MMM YYYY", "D MMM YY", "MMM D YY", "YYYY MMM D"],
  ...["MMM YYYY", "YYYY-M", "YYYYMMDD"],
];
const monthFirst = ["M/D/YYYY", "M/D/YY"];
const dayFirst = ["D/M/YYYY", "D/M/YY"];

/** Parses ISO 8601 (without an offset: in the field's zone), or the field's own pattern. */
function parseDate(text: string, formatting: DateFormatting, now: string): string | undefined {
  const isIso = /^\d{4}-\d\d-\d\d([T ]|$)/i.test(text.trim());
  return firstOf(isIso ? ["YYYY-MM-DD", formatting.date] : [formatting.date], text, formatting, now);
}

/**
 * The instant of ISO 8601 text or of text in the field's own pattern, as cells hold it (ISO 8601 UTC); undefined for other text.
 * `now` is ISO 8601 UTC.
 */
export const readDate = (text: string, formatting: DateFormatting, now: string): string | undefined =>
  asCell(text) ?? parseDate(text, formatting, now);

/** Like `readDate`, and reads the other patterns that people use too. */
export const guessDate = (text: string, formatting: DateFormatting, now: string): string | undefined =>
  readDate(text, formatting, now) ?? guess(text, formatting, now);

/** Text in this pattern only. A pattern without a time of day takes one behind the date. */
export const readDateBy = (
  pattern: string,
  text: string,
  timeZone: string,
  now: string,
): string | undefined => firstOf([pattern], text, { date: pattern, time: "None", timeZone }, now);

/** The text itself if it has the form of a cell. This is what programs send, and much faster than trying all patterns. */
function asCell(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return undefined;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && instantCell(instant) === text ? text : undefined;
}

/** Tries the patterns that people use. For 6/12, the field's pattern decides which number is the month; by default the first. */
function guess(text: string, formatting: DateFormatting, now: string): string | undefined {
  const withoutWeekday = text.replace(/^\s*(mon|tue|wed|thu|fri|sat|sun)\p{L}*[.,\s]+/iu, "");
  const parts = formatting.date.replace(/\[[^\]]+]/g, "");
  const isDayFirst = parts.includes("D") && parts.indexOf("D") < parts.indexOf("M");
  const numericPatterns = isDayFirst ? [...dayFirst, ...monthFirst] : [...monthFirst, ...dayFirst];
  return firstOf([...plainPatterns, ...numericPatterns], withoutWeekday, formatting, now);
}

/** An instant in ms as cells hold it (ISO 8601 UTC); undefined outside the years 0000 to 9999. */
export function instantCell(instant: number): string | undefined {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}

function firstOf(patterns: string[], text: string, { timeZone }: DateFormatting, now: string) {
  const trimmed = text.trim();
  if (trimmed.length > longestText) return undefined;
  const clock = splitClock(trimmed);
  for (const pattern of patterns) {
    // the whole text first: the pattern may contain a time of day
    const said = readByPattern(trimmed, pattern) ?? (clock && readByPattern(clock.rest, pattern));
    const instant = said && instantOf({ ...clock?.said, ...said }, timeZone, now);
    const cell = instant === undefined ? undefined : instantCell(instant);
    if (cell !== undefined) return cell;
  }
  return undefined;
}

function instantOf(said: Said, timeZone: string, now: string): number | undefined {
  if (Object.keys(said).length === 0) return undefined;
  const { half, offset, hour = 0 } = said;
  const wall = {
    ...dayOf(said, timeZone, now),
    hour: half === undefined || hour > 12 ? hour : (hour % 12) + half,
    minute: said.minute ?? 0,
    second: said.second ?? 0,
    millisecond: said.millisecond ?? 0,
  };
  if (offset === undefined) return zonedInstant(wall, timeZone);
  const shown = utcInstant(wall);
  return shown === undefined ? undefined : shown - offset;
}

/** Completes a date: without a year it is this year, without year and month it is this month. */
function dayOf({ year, month, day }: Said, timeZone: string, now: string) {
  if (year !== undefined) return { year, month: month ?? 1, day: day ?? 1 };
  const today = new Date(Date.parse(now) + offsetAt(timeZone, Date.parse(now)));
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (month !== undefined) return { year: thisYear, month, day: day ?? 1 };
  return { year: thisYear, month: thisMonth, day: day ?? today.getUTCDate() };
}
