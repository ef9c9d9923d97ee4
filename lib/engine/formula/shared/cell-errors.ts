/* The reasons why a cell has no value. They are thrown within one evaluation and always caught there. */
import { fifteenDigits } from "#lib/engine/values/decimals";
import { isStorable } from "#lib/schemas/basics/number";
import { formulaLimits } from "./formula-limits.ts";

export class CellError extends Error {}

export function fail(why: string): never {
  const { stackTraceLimit } = Error;
  // the stack trace is never shown, and making it takes longer than everything else
  Error.stackTraceLimit = 0;
  const error = new CellError(why);
  Error.stackTraceLimit = stackTraceLimit;
  throw error;
}

/** The state of an evaluation, except the record. */
export interface Clock {
  /** The time of the request, in milliseconds. */
  now: number;
  timeZone: string;
  /** Units of work spent on this cell. */
  work: number;
}

export function spend(clock: Clock, units: number): void {
  clock.work += units;
  if (clock.work > formulaLimits.work) fail("too much work for one cell");
}

/** Counts the work of a remainder: of numbers that are not whole it is computed on decimal digits. */
export function spendOnRest(number: number | undefined, divisor: number | undefined, clock: Clock): void {
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(divisor)) spend(clock, 60);
}

/** Counts a text that was made, and refuses it if it is too long; empty text becomes null. */
export function madeText(text: string, clock: Clock): string | undefined {
  if (text.length > formulaLimits.text) fail("the text is too long");
  spend(clock, text.length / 100);
  return text === "" ? undefined : text;
}

/** Joins texts. The length is known before the text is made. */
export function joinTexts(
  texts: readonly (string | undefined)[],
  separator: string,
  clock: Clock,
): string | undefined {
  const there = texts.filter((text) => text !== undefined);
  let length = separator.length * Math.max(0, there.length - 1);
  for (const text of there) length += text.length;
  // a refused text counts too, because its parts were made
  spend(clock, there.length);
  if (length > formulaLimits.text) fail("the text is too long");
  return madeText(there.join(separator), clock);
}

/** The result of a step of a calculation: a double that is not rounded, so that rounding errors do not add up; never -0. */
export function madeNumber(number: number): number {
  if (Math.abs(number) < 1e-130) return 0;
  return isStorable(number) ? number + 0 : fail("not a number that can be stored");
}

/** A number in the form in which it is stored, shown, joined, compared and cut: with 15 digits. */
export const tidyNumber = (number: number): number => madeNumber(fifteenDigits(number));

/** The whole part of a number, for a count of characters, digits or days. */
export const wholePart = (number: number): number => Math.trunc(fifteenDigits(number)) + 0;

export const firstInstant = Date.parse("0000-01-01T00:00:00.000Z");
export const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Checks that an instant is in the years 0000 to 9999, and cuts it to whole milliseconds. */
export function checkInstant(instant: number | undefined): number {
  if (instant === undefined || !(instant >= firstInstant && instant <= lastInstant))
    fail("not a date in the years 0000 to 9999");
  return Math.trunc(instant) + 0;
}

export function checkList<T>(list: readonly T[], clock: Clock): readonly T[] {
  if (list.length > formulaLimits.list) fail("the list is too long");
  spend(clock, list.length);
  return list;
}
