/*
 * Text by a date pattern, to what it says. The tokens are those that dayjs formats; its own parser (customParseFormat)
 * takes what is missing from the process's clock, makes Feb 30 a day in March, and wants "Jun" but not "jun".
 */
import type { WallTime } from "./time-zones.ts";

/** What text says about a time; a pattern may leave anything out. `half` is 0 for am, 12 for pm; `offset` is in ms. */
export type Said = Partial<Record<keyof WallTime | "half" | "offset", number>>;

interface Token {
  expression: RegExp;
  member?: keyof Said;
  value(text: string): number;
}

const token = (source: string, member?: keyof Said, value: Token["value"] = Number): Token => ({
  expression: new RegExp(source, "iy"),
  ...(member && { member }),
  value,
});

const digits = (member: keyof Said) => token("\\d{1,2}", member);
const word = "[a-z]+";
const monthName = token(word, "month", monthOf);
const day = token("\\d{1,2}(?:st|nd|rd|th)?", "day", Number.parseInt);
const half = token("[ap]\\.?m\\.?", "half", (text) => halfOf(text));
const offset = token("(?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|UTC|GMT|Z", "offset", offsetOf);
const weekday = token(word);

const tokens: Record<string, Token> = {
  YYYY: token("\\d{4}", "year"),
  YY: token("\\d\\d", "year", (text) => fullYear(Number(text))),
  M: digits("month"),
  MM: digits("month"),
  MMM: monthName,
  MMMM: monthName,
  D: day,
  DD: day,
  d: token("\\d"),
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
  SSS: token("\\d{1,9}", "millisecond", (text) => millisecondOf(text)),
  Z: offset,
  ZZ: offset,
};

const tokenNames = "YYYY|YY|M{1,4}|D{1,2}|d{1,4}|H{1,2}|h{1,2}|A|a|m{1,2}|s{1,2}|SSS|Z{1,2}";
const patternParts = new RegExp(`\\[([^\\]]+)\\]|(${tokenNames})|([-/.,\\s]+)|(.)`, "gsu");

const separator = token("[-/.,\\s]+");
const separatorBeforeSign = token("[/.,\\s]+");

/**
 * What the text says if it is written by the pattern: numbers with or without leading zeros, any separators, any case.
 * Part by part and never back: of a whole pattern as one expression, "DDDD…" would take for ever to find that text does not match.
 */
export function readByPattern(text: string, pattern: string): Said | undefined {
  const said: Said = {};
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
  return at === text.length ? said : undefined;
}

const known = new Map<string, (Token | string)[]>();

function partsOf(pattern: string): (Token | string)[] {
  const found = known.get(pattern);
  if (found) return found;
  const parts = split(pattern);
  if (known.size >= 1000) known.clear(); // patterns are made by users, so there is no end of them
  known.set(pattern, parts);
  return parts;
}

/** Tokens, and between them text that must stand there as it is. */
function split(pattern: string): (Token | string)[] {
  const matches = [...pattern.trim().matchAll(patternParts)];
  return matches.map(([text, literal, name = "", separators], i) => {
    if (separators !== undefined)
      return matches[i + 1]?.[2]?.startsWith("Z") ? separatorBeforeSign : separator;
    return tokens[name] ?? literal ?? text;
  });
}

/** 1 to 12 by a name or its beginning; any other word is no month, so NaN. */
function monthOf(text: string): number {
  const names = "january february march april may june july august september october november december";
  const index = names.split(" ").findIndex((name) => name.startsWith(text.toLowerCase()));
  return index < 0 || text.length < 3 ? Number.NaN : index + 1;
}

const fullYear = (year: number) => year + (year > 68 ? 1900 : 2000);

/** "+02:00", "-0730", "GMT+02" or a name of UTC, in ms; NaN where it is no time of day. */
export function offsetOf(text: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -size : size;
}

/** Digits behind the point of a second; what is finer than a millisecond is cut. */
export const millisecondOf = (fraction: string) => Number(fraction.slice(0, 3).padEnd(3, "0"));

/** What is to be added to the hour, which is then 0 to 11. */
export const halfOf = (text: string) => (/^p/i.test(text) ? 12 : 0);
