/* Characters are code points. Null is empty text here. */
import {
  type Clock,
  fail,
  joinTexts,
  madeText,
  spend,
  wholePart,
} from "#lib/engine/formula/shared/cell-errors";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import type { FlatImplementation, Implementation } from "./implementation.ts";

type Text = string | undefined;
type Count = number | undefined;

/** Whether a character of the text has two code units; only then the code points must be copied. */
const hasPairs = (text: string) => /[\ud800-\udfff]/.test(text);

/** The code points of a text as a list; their number counts as work. */
function pointsOf(text: string, clock: Clock): string[] {
  spend(clock, text.length / 2);
  return [...text];
}

/** The characters between two positions, counted from 0. */
function slice(text: string, from: number, to: number, clock: Clock): string {
  const [begin, end] = [Math.max(0, from), Math.max(0, to)];
  return hasPairs(text) ? pointsOf(text, clock).slice(begin, end).join("") : text.slice(begin, end);
}

const lengthOf = (text: string, clock: Clock) =>
  hasPairs(text) ? pointsOf(text, clock).length : text.length;

/** Counts the work of a search: in the worst case each character is compared with each other. */
const spendOnSearch = (needle: string, text: string, clock: Clock) =>
  spend(clock, text.length / 40 + (needle.length * text.length) / 1000);

/** Counts the work of changing each character of a text. */
function chargeFor(text: string, clock: Clock): string {
  spend(clock, text.length / 10);
  return text;
}

const left = ([text = "", count = 1]: [Text, Count], clock: Clock) =>
  madeText(slice(text, 0, wholePart(count), clock), clock);

function right([text = "", count = 1]: [Text, Count], clock: Clock): Text {
  const length = lengthOf(text, clock);
  return madeText(slice(text, length - Math.max(0, wholePart(count)), length, clock), clock);
}

/** From 0. */
function middle([text = "", start, count]: [Text, Count, Count], clock: Clock): Text {
  if (start === undefined || count === undefined) return undefined;
  const begin = Math.max(0, wholePart(start));
  return madeText(slice(text, begin, begin + Math.max(0, wholePart(count)), clock), clock);
}

/** From 1. */
function replace([text = "", start, count, by = ""]: [Text, Count, Count, Text], clock: Clock): Text {
  if (start === undefined || count === undefined) return undefined;
  const begin = Math.max(0, wholePart(start) - 1);
  const end = begin + Math.max(0, wholePart(count));
  return joinTexts(
    [slice(text, 0, begin, clock), by, slice(text, end, Number.POSITIVE_INFINITY, clock)],
    "",
    clock,
  );
}

/** Replaces every occurrence, or only the one with this number, counted from 1. */
function substitute([text = "", old, by = "", nth]: [Text, Text, Text, Count], clock: Clock): Text {
  if (old === undefined) return text;
  spendOnSearch(old, text, clock);
  if (old === by) return text;
  if (nth === undefined) {
    const parts = text.split(old);
    spend(clock, parts.length);
    return joinTexts(parts, by, clock);
  }
  let at = -1;
  for (let found = 0; found < wholePart(nth); found++) {
    at = text.indexOf(old, at < 0 ? 0 : at + old.length);
    if (at < 0) return text;
    spend(clock, 1);
  }
  if (at < 0) return text;
  return joinTexts([text.slice(0, at), by, text.slice(at + old.length)], "", clock);
}

/** The position, from 1 and in code points, of the first occurrence at or after a position; 0 if there is none. */
function find([needle = "", text = "", from = 1]: [Text, Text, Count], clock: Clock): number {
  spendOnSearch(needle, text, clock);
  const skipped = Math.max(0, wholePart(from) - 1);
  if (!hasPairs(text)) return skipped > text.length ? 0 : text.indexOf(needle, skipped) + 1;
  const begin = pointsOf(text, clock).slice(0, skipped).join("").length;
  const at = skipped > lengthOf(text, clock) ? -1 : text.indexOf(needle, begin);
  return at < 0 ? 0 : lengthOf(text.slice(0, at), clock) + 1;
}

function repeat([text = "", times]: [Text, Count], clock: Clock): Text {
  const count = Math.max(0, wholePart(times ?? 0));
  if (text.length * count > formulaLimits.text) fail("the text is too long");
  return madeText(text === "" ? "" : text.repeat(count), clock);
}

/** RFC 3986: also encodes the reserved characters that encodeURIComponent leaves. */
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const changed =
  (change: (text: string) => string) =>
  ([text = ""]: [Text], clock: Clock) =>
    madeText(change(chargeFor(text, clock)), clock);

export const textFunctions: Record<string, Implementation> = {
  LEFT: left,
  RIGHT: right,
  MID: middle,
  REPLACE: replace,
  SUBSTITUTE: substitute,
  LEN: ([text = ""]: [Text], clock: Clock) => lengthOf(text, clock),
  LOWER: changed((text) => text.toLowerCase()),
  UPPER: changed((text) => text.toUpperCase()),
  TRIM: changed((text) => text.trim()),
  FIND: find,
  SEARCH: (args: [Text, Text, Count], clock: Clock) => find(args, clock) || undefined,
  T: ([text]: [Text]) => text,
  REPT: repeat,
  ENCODE_URL_COMPONENT: changed(encode),
  TEXT_ALL: ([text]: [Text]) => text,
  ERROR: ([message = "ERROR()"]: [Text]) => fail(message),
};

export const flatTextFunctions: Record<string, FlatImplementation> = {
  CONCATENATE: (list: string[], clock) => joinTexts(list, "", clock),
};
