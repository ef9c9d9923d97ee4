/*
 * Decides which number of 3/4/2024 is the day. Dates with points begin with the day. For others the pattern of the field decides, or the
 * whole column: a first number above 12 must be a day.
 */
import { type ColumnReading, type DateOrder, type Evidence, toPlainWidth } from "./column-reading.ts";

/** The numbers of a date whose year may be first or last, in the order of the text. */
export interface DayNumbers {
  mark: string;
  first: string;
  second: string;
  third: string;
}

const threeNumbers = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})$/;

/** The numbers of 3/4/2024, 3.4.24 or 24-04-03; undefined for other texts. */
export function numbersIn(text: string): DayNumbers | undefined {
  const [, first, mark, second, third] = threeNumbers.exec(text) ?? [];
  if (first === undefined || mark === undefined || second === undefined || third === undefined)
    return undefined;
  return { first, mark, second, third };
}

/** The orders that the numbers may have. A year of two digits can be first in 24-04-03. */
export const ordersOf = ({ mark, first, third }: DayNumbers): DateOrder[] =>
  mark === "-" && first.length === 2 && third.length === 2 ? ["YMD", "DMY", "MDY"] : ["DMY", "MDY"];

const withoutTexts = (pattern: string) => pattern.replace(/\[[^\][]+\]/g, "");

/** The order of day, month and year in a pattern; undefined if the pattern does not decide the order of these numbers. */
export function ownOrder(pattern: string, { third }: Pick<DayNumbers, "third">): string | undefined {
  const parts = withoutTexts(pattern);
  const [day, month, year] = [parts.indexOf("D"), parts.indexOf("M"), parts.indexOf("Y")];
  if (day < 0 || month < 0) return undefined;
  if (year >= 0 && year < day && year < month) {
    const isShort = third.length === 2 && !parts.includes("YYYY");
    return isShort ? (day < month ? "YDM" : "YMD") : undefined;
  }
  return day < month ? "DMY" : "MDY";
}

/** Whether a pattern has points between its numbers, for example D.M.YYYY. */
export const hasPoints = (pattern: string): boolean => /[DMY]\. ?[DMY]/.test(withoutTexts(pattern));

/** Collects what the texts of a column prove about the order of their numbers. */
export class DateEvidence implements Evidence {
  readonly #counts: Record<DateOrder, number> = { DMY: 0, MDY: 0, YMD: 0 };

  note(text: string): void {
    const found = text.length > 100 ? null : ahead.exec(toPlainWidth(text).trim());
    const numbers = found && numbersIn(found[0]);
    if (!numbers) return;
    const [first, second, third] = [numbers.first, numbers.second, numbers.third].map(Number) as [
      number,
      number,
      number,
    ];
    if (numbers.mark === "." || third > 31) {
      if (first > 12) this.#counts.DMY++;
      else if (second > 12 && numbers.mark !== ".") this.#counts.MDY++;
      return;
    }
    if (numbers.mark !== "-") {
      if (first > 12) this.#counts.DMY++;
      else if (second > 12) this.#counts.MDY++;
      return;
    }
    if (first > 31) this.#counts.YMD++;
    else if (second > 12) this.#counts.MDY++;
  }

  reading(): ColumnReading {
    const [[order, most], [, next]] = (Object.entries(this.#counts) as [DateOrder, number][]).sort(
      ([, one], [, other]) => other - one,
    ) as [[DateOrder, number], [DateOrder, number]];
    if (most === next) return most > 0 ? { order: "unclear" } : {};
    return { order };
  }
}

/** The date at the beginning of a text that may be followed by a time. */
const ahead = /^\d{1,2}[-/.] ?\d{1,2}[-/.] ?\d{2,4}(?=$|[\s,T])/i;
