/*
 * Parses a text by a date pattern. The tokens are those that `formatDate` knows. The parser of dayjs (customParseFormat) is not used:
 * it takes missing parts from the clock of the process, reads Feb 30 as a day in March, and accepts "Jun" but not "jun".
 */
import { msPerHour, msPerMinute } from "#lib/schemas/basics/time-units";
import { expandForms } from "./date-tokens.ts";
import type { WallTime } from "./time-zones.ts";

/** The parts of a time that a text gives. `half` is 0 for am and 12 for pm; `offset` is in ms; `weekday` is 0 for Sunday. */
export type Said = Partial<Record<keyof WallTime | "half" | "offset" | "weekday", number>>;

interface Token {
  expression: RegExp;
  member?: keyof SaidByPattern;
  value(text: string): number;
}

const token = (source: string, member?: keyof SaidByPattern, value: Token["value"] = Number): Token => ({
  expression: new RegExp(source, "iy"),
  ...(member && { member }),
  value,
});

/** The parts of a time, and what else a pattern can contain. */
type SaidByPattern = Said & { instant?: number; dayOfYear?: number };

const digits = (member: keyof Said) => token("\\d{1,2}", member);
const word = "[a-z]+";
const monthName = token(word, "month", monthOf);
const day = token("\\d{1,2}(?:st|nd|rd|th)?", "day", Number.parseInt);
const half = token("[ap]\\.?m\\.?", "half", (text) => halfOf(text));
const offset = token("(?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|UTC|GMT|Z", "offset", offsetOf);
const weekday = token(word, "weekday", readWeekday);

const tokens: Record<string, Token> = {
  YYYY: token("\\d{4}", "year"),
  YY: token("\\d\\d", "year", (text) => fullYear(Number(text))),
  // its first month
  Q: token("[1-4]", "month", (text) => 3 * Number(text) - 2),
  M: digits("month"),
  MM: digits("month"),
  MMM: monthName,
  MMMM: monthName,
  D: day,
  DD: day,
  d: token("[0-6]", "weekday"),
  dd: weekday,
  ddd: weekday,
  dddd: weekday,
  H: digits("hour"),
  HH: digits("hour"),
  h: digits("hour"),
  hh: digits("hour"),
  A: half,
  a: half,
  m: digits("minute"),
  mm: digits("minute"),
  s: digits("second"),
  ss: digits("second"),
  ...Object.fromEntries(
    ["S", "SS", "SSS"].map((name) => [name, token("\\d{1,9}", "millisecond", (text) => millisecondOf(text))]),
  ),
  Mo: token("\\d{1,2}(?:st|nd|rd|th)?", "month", Number.parseInt),
  Do: day,
  DDD: token("\\d{1,3}", "dayOfYear"),
  DDDD: token("\\d{1,3}", "dayOfYear"),
  k: token("\\d{1,2}", "hour", (text) => Number(text) % 24),
  kk: token("\\d{1,2}", "hour", (text) => Number(text) % 24),
  X: token("-?\\d{1,12}(?:\\.\\d{1,3})?", "instant", (text) => Math.round(Number(text) * 1000)),
  x: token("-?\\d{1,15}", "instant"),
  Z: offset,
  ZZ: offset,
};

const tokenNames =
  "YYYY|YY|Mo|M{1,4}|Q|Do|D{1,4}|d{1,4}|H{1,2}|h{1,2}|k{1,2}|A|a|m{1,2}|s{1,2}|S{1,3}|Z{1,2}|X|x";
const patternParts = new RegExp(`\\[([^\\]]+)\\]|(${tokenNames})|([-/.,\\s]+)|(.)`, "gsu");

const separator = token("[-/.,\\s]+");
const separatorBeforeSign = token("[/.,\\s]+");

/**
 * The parts that the text gives, or undefined if it does not match the pattern. Leading zeros, separators and case do not matter. It
 * matches token by token without backtracking, because a regular expression for a pattern like "DDDD…" would take exponential time.
 */
export function readByPattern(text: string, pattern: string): Said | undefined {
  const said: SaidByPattern = {};
  let at = 0;
  for (const part of partsOf(pattern)) {
    if (typeof part === "string") {
      if (!text.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    part.expression.lastIndex = at;
    const [found] = part.expression.exec(text) ?? [];
    if (found === undefined) return undefined;
    at += found.length;
    if (part.member) said[part.member] = part.value(found);
  }
  return at === text.length ? toParts(said) : undefined;
}

/** An instant as the parts of its time in UTC, and the day of a year as month and day. */
function toParts({ instant, dayOfYear, ...said }: SaidByPattern): Said | undefined {
  if (dayOfYear !== undefined) {
    if (said.year === undefined || dayOfYear < 1 || dayOfYear > 366) return undefined;
    const date = new Date(0);
    date.setUTCFullYear(said.year, 0, dayOfYear);
    if (date.getUTCFullYear() !== said.year) return undefined;
    return { ...said, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  if (instant === undefined) return said;
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return undefined;
  return {
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    ...{ hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    ...{ millisecond: date.getUTCMilliseconds(), offset: 0 },
  };
}

const known = new Map<string, (Token | string)[]>();

function partsOf(pattern: string): (Token | string)[] {
  const found = known.get(pattern);
  if (found) return found;
  const parts = split(pattern);
  if (known.size >= 1000) known.clear(); // users write the patterns, so their number has no limit
  known.set(pattern, parts);
  return parts;
}

/** The tokens of a pattern, and the literal texts between them. */
function split(pattern: string): (Token | string)[] {
  const matches = [...expandForms(pattern.trim()).matchAll(patternParts)];
  return matches.map(([text, literal, name = "", separators], i) => {
    if (separators !== undefined)
      return matches[i + 1]?.[2]?.startsWith("Z") ? separatorBeforeSign : separator;
    return tokens[name] ?? literal ?? text;
  });
}

/** 1 to 12 for the name of a month or at least its first three letters; NaN for other words. */
function monthOf(text: string): number {
  const names = "january february march april may june july august september october november december";
  const index = names.split(" ").findIndex((name) => name.startsWith(text.toLowerCase()));
  return index < 0 || text.length < 3 ? Number.NaN : index + 1;
}

/** 0 for the name of Sunday or at least its first two letters, to 6; NaN for other words. */
export function readWeekday(text: string): number {
  const names = "sunday monday tuesday wednesday thursday friday saturday";
  const index = names.split(" ").findIndex((name) => name.startsWith(text.toLowerCase()));
  return index < 0 || text.length < 2 ? Number.NaN : index;
}

const fullYear = (year: number) => year + (year > 68 ? 1900 : 2000);

/** The offset in ms of "+02:00", "-0730", "GMT+02" or a name of UTC; NaN if it is not a valid time. */
export function offsetOf(text: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  const size = Number(hours) * msPerHour + Number(minutes) * msPerMinute;
  return sign === "-" ? -size : size;
}

/** The milliseconds of the decimals of a second; further digits are cut. */
export const millisecondOf = (fraction: string) => Number(fraction.slice(0, 3).padEnd(3, "0"));

/** 12 for pm, 0 for am: the number to add to an hour from 0 to 11. */
export const halfOf = (text: string) => (/^p/i.test(text) ? 12 : 0);
