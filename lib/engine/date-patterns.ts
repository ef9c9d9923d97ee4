/*
 * Text by a date pattern, to what it says. The tokens are those that dayjs formats; its own parser (customParseFormat)
 * takes what is missing from the process's clock, makes Feb 30 a day in March, and wants "Jun" but not "jun".
 */
import type { WallTime } from "./time-zones.ts";

/** What text says about a time; a pattern may leave anything out. `half` is 0 for am, 12 for pm; `offset` is in ms. */
export type Said = Partial<Record<keyof WallTime | "half" | "offset", number>>;

interface Token {
  source: string;
  member?: keyof Said;
  value(text: string): number;
}

const token = (source: string, member?: keyof Said, value: Token["value"] = Number): Token => ({
  source,
  ...(member && { member }),
  value,
});

const digits = (member: keyof Said) => token("\\d{1,2}", member);
const word = "\\p{L}+";
const monthName = token(word, "month", monthOf);
const day = token("\\d{1,2}(?:st|nd|rd|th)?", "day", Number.parseInt);
const half = token("[ap]\\.?m\\.?", "half", (text) => halfOf(text));
const offset = token("(?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|UTC|GMT|Z", "offset", offsetOf);
const weekday = token(word);

const tokens: Record<string, Token> = {
  ...{ YYYY: token("\\d{4}", "year"), YY: token("\\d\\d", "year", (text) => fullYear(Number(text))) },
  ...{ M: digits("month"), MM: digits("month"), MMM: monthName, MMMM: monthName },
  ...{ D: day, DD: day, d: token("\\d"), dd: weekday, ddd: weekday, dddd: weekday },
  ...{ H: digits("hour"), HH: digits("hour"), h: digits("hour"), hh: digits("hour"), A: half, a: half },
  ...{ m: digits("minute"), mm: digits("minute"), s: digits("second"), ss: digits("second") },
  ...{ SSS: token("\\d{1,9}", "millisecond", (text) => millisecondOf(text)) },
  ...{ Z: offset, ZZ: offset },
};

const tokenNames = "YYYY|YY|M{1,4}|D{1,2}|d{1,4}|H{1,2}|h{1,2}|A|a|m{1,2}|s{1,2}|SSS|Z{1,2}";
const patternParts = new RegExp(`\\[([^\\]]+)\\]|(${tokenNames})|([-/.,\\s]+)|(.)`, "gsu");

/** What the text says if it is written by the pattern: numbers with or without leading zeros, any separators, any case. */
export function readByPattern(text: string, pattern: string): Said | undefined {
  const { expression, taken } = readerOf(pattern);
  const match = expression.exec(text);
  if (!match) return undefined;
  const said: Said = {};
  for (const [i, { member, value }] of taken.entries()) if (member) said[member] = value(match[i + 1] ?? "");
  return said;
}

interface Reader {
  expression: RegExp;
  taken: Token[];
}

const readers = new Map<string, Reader>();

function readerOf(pattern: string): Reader {
  const known = readers.get(pattern);
  if (known) return known;
  if (readers.size >= 1000) readers.clear(); // patterns are made by users, so there is no end of them
  const made = makeReader(pattern);
  readers.set(pattern, made);
  return made;
}

function makeReader(pattern: string): Reader {
  const taken: Token[] = [];
  let source = "";
  for (const [, literal, name, separator, character] of pattern.matchAll(patternParts)) {
    const found = name === undefined ? undefined : tokens[name];
    if (found) {
      taken.push(found);
      source += `(${found.source})`;
    } else if (separator !== undefined) source += "[-/.,\\s]+";
    else source += (literal ?? character ?? "").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }
  return { expression: new RegExp(`^${source}$`, "iu"), taken };
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
