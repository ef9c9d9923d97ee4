/*
 * Tokens of date patterns: the tokens that dayjs writes, and others that people know from moment and from the formulas of other tables. The
 * weeks of w and g begin on Sunday, and the first week has 1 January; the weeks of W and G are those of ISO 8601.
 */
import { msPerDay, msPerSecond } from "#lib/schemas/basics/time-units";

const forms: Record<string, string> = {
  LT: "h:mm A",
  LTS: "h:mm:ss A",
  L: "MM/DD/YYYY",
  LL: "MMMM D, YYYY",
  LLL: "MMMM D, YYYY h:mm A",
  LLLL: "dddd, MMMM D, YYYY h:mm A",
  l: "M/D/YYYY",
  ll: "MMM D, YYYY",
  lll: "MMM D, YYYY h:mm A",
  llll: "ddd, MMM D, YYYY h:mm A",
};

/** The pattern with L, LL, LT … replaced by the tokens for which they stand. */
export const expandForms = (pattern: string): string =>
  /l/i.test(pattern)
    ? pattern.replace(/\[[^\]]*\]|LTS?|L{1,4}|l{1,4}/g, (found) => forms[found] ?? found)
    : pattern;

/** Matches texts in [], tokens, and every other letter. */
const parts =
  /\[[^\]]*\]|YYYY|YY|M{1,4}o?|Qo?|D{1,4}o?|do|d{1,4}|e|E|w{1,2}o?|W{1,2}o?|g{4}|gg|G{4}|GG|A|a|H{1,2}|h{1,2}|k{1,2}|m{1,2}|s{1,2}|S{1,9}|Z{1,2}|X|x|[A-Za-z]/g;

const byDayjs = new Set(
  "YYYY YY M MM MMM MMMM D DD d dd ddd dddd A a H HH h hh m mm s ss SSS Z ZZ".split(" "),
);

/** Tokens that can be read. A week or a weekday alone is no date, but the name of a weekday may be beside a date. */
const readable = new Set([...byDayjs, ..."Mo Q Do DDD DDDD k kk X x S SS".split(" ")]);

interface Instant {
  /** Milliseconds. */
  instant: number;
  /** The date and time that calendar and clock of the zone show, as an instant in UTC. */
  shown: Date;
}

const yearOf = (day: number) => new Date(day * msPerDay).getUTCFullYear();

function dayOfYear(day: number): number {
  const begin = new Date(day * msPerDay);
  begin.setUTCMonth(0, 1);
  return day - begin.getTime() / msPerDay + 1;
}

const dayOf = ({ shown }: Instant) => Math.floor(shown.getTime() / msPerDay);
/** The Saturday of the week that begins on Sunday, or the Thursday of the week that begins on Monday: the week belongs to the year of that day. */
const saturdayOf = (at: Instant) => dayOf(at) + 6 - at.shown.getUTCDay();
const thursdayOf = (at: Instant) => dayOf(at) + 3 - ((at.shown.getUTCDay() + 6) % 7);
const weekOf = (day: number) => Math.floor((dayOfYear(day) - 1) / 7) + 1;

function ordinal(number: number): string {
  const [ten, one] = [Math.floor(number / 10) % 10, number % 10];
  const ending = ten === 1 ? "th" : (["th", "st", "nd", "rd"][one] ?? "th");
  return `${number}${ending}`;
}

const two = (number: number) => String(number).padStart(2, "0");
const four = (number: number) => String(number).padStart(4, "0");

const quarter = ({ shown }: Instant) => Math.floor(shown.getUTCMonth() / 3) + 1;
const hour = ({ shown }: Instant) => shown.getUTCHours() || 24;
const fraction = (digits: number) => (at: Instant) =>
  String(at.shown.getUTCMilliseconds()).padStart(3, "0").padEnd(9, "0").slice(0, digits);

const writers: Record<string, (at: Instant) => string | number> = {
  Mo: ({ shown }) => ordinal(shown.getUTCMonth() + 1),
  Q: quarter,
  Qo: (at) => ordinal(quarter(at)),
  Do: ({ shown }) => ordinal(shown.getUTCDate()),
  DDD: (at) => dayOfYear(dayOf(at)),
  DDDo: (at) => ordinal(dayOfYear(dayOf(at))),
  DDDD: (at) => String(dayOfYear(dayOf(at))).padStart(3, "0"),
  do: ({ shown }) => ordinal(shown.getUTCDay()),
  e: ({ shown }) => shown.getUTCDay(),
  E: ({ shown }) => shown.getUTCDay() || 7,
  w: (at) => weekOf(saturdayOf(at)),
  wo: (at) => ordinal(weekOf(saturdayOf(at))),
  ww: (at) => two(weekOf(saturdayOf(at))),
  W: (at) => weekOf(thursdayOf(at)),
  Wo: (at) => ordinal(weekOf(thursdayOf(at))),
  WW: (at) => two(weekOf(thursdayOf(at))),
  gggg: (at) => four(yearOf(saturdayOf(at))),
  gg: (at) => two(yearOf(saturdayOf(at)) % 100),
  GGGG: (at) => four(yearOf(thursdayOf(at))),
  GG: (at) => two(yearOf(thursdayOf(at)) % 100),
  k: hour,
  kk: (at) => two(hour(at)),
  X: ({ instant }) => Math.floor(instant / msPerSecond),
  x: ({ instant }) => instant,
  ...Object.fromEntries([1, 2, 4, 5, 6, 7, 8, 9].map((digits) => ["S".repeat(digits), fraction(digits)])),
};

/** A pattern with only tokens of dayjs: the text of other tokens is put in []. */
export function writeOtherTokens(pattern: string, at: Instant): string {
  return expandForms(pattern).replace(parts, (found) => {
    const write = writers[found];
    return write ? `[${write(at)}]` : found;
  });
}

/** The first letters of a pattern that are no token, and their position; `T` as in ISO 8601 is text. */
export function findUnknownToken(
  pattern: string,
  use: "read" | "write",
): { text: string; at: number } | undefined {
  for (const { 0: text, index: at } of pattern.matchAll(withForms)) {
    if (text.startsWith("[") || text === "T" || text in forms) continue;
    const isKnown = use === "read" ? readable.has(text) : byDayjs.has(text) || text in writers;
    if (!isKnown) return { text: /^[A-Za-z]+/.exec(pattern.slice(at))?.[0] ?? text, at };
  }
  return undefined;
}

const withForms = new RegExp(`\\[[^\\]]*\\]|LTS?|L{1,4}|l{1,4}|${parts.source}`, "g");
