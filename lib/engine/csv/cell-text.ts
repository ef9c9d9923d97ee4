/*
 * Converts the text of a CSV cell to a value that typecast accepts, or to a refusal. Typecast alone would read "12 apples" as 12.
 * People do not check an imported file line by line, so an import reports these lines instead.
 */

import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { quoteText } from "#lib/engine/field-types/shared/text";
import type { Field } from "#lib/engine/fields/field";
import { limits } from "#lib/schemas/basics/limits";
import { ratingFrom } from "../field-types/rating.ts";

export type DecimalMark = "." | ",";

const checkedTexts = /^(true|yes|y|1|x|on|checked|✓|✔|☑)$/i;
const uncheckedTexts = /^(false|no|n|0|off|unchecked|☐)$/i;

/* What may stand before and after a number, but not between its digits: joining "555 12" or "5(3)" would invent a number. */
const ahead = /^([+-]?)\s*(?:(?:\p{Sc}|[A-Z]{3}(?=[\s\d+-]))\s*)?([+-]?)\s*/u;
const behind = /(?:\s*(?:\p{Sc}|(?<=[\d\s])[A-Z]{3}))?(\s*%)?$/u;
/** Digits, in groups of three or not. */
const plain = /^(\d{1,3}(?:([, \u00a0\u2009\u202f'’])\d{3}(?:\2\d{3})*)|\d+)?(\.\d*)?(e[+-]?\d+)?$/i;

/** The number as JavaScript writes it, `-1234.5` for `(1.234,50 €)`; a percent sign stays. Undefined if the text is not a number. */
export function numberText(text: string, decimal: DecimalMark): string | undefined {
  const [, bracketed] = /^\((.*)\)$/.exec(text.trim()) ?? [];
  const bare = (bracketed ?? text).trim().replace("−", "-");
  const [start = "", first = "", second = ""] = ahead.exec(bare) ?? [];
  const signs = (bracketed === undefined ? "" : "-") + first + second;
  const rest = bare.slice(start.length);
  const [end = "", percent = ""] = behind.exec(rest) ?? [];
  const digits = rest.slice(0, rest.length - end.length);
  const english = decimal === "," ? digits.replace(/[.,]/g, (mark) => (mark === "." ? "," : ".")) : digits;
  if (signs.length > 1 || !plain.test(english) || !/\d/.test(english)) return undefined;
  return signs + english.replace(/[^\d.e+-]/gi, "") + percent.trim();
}

const kinds: Record<string, string> = {
  number: "a number",
  rating: "a rating",
  date: "a date",
  checkbox: "yes or no",
  singleSelect: "a choice of this field",
  multipleSelect: "a choice of this field",
  user: "a collaborator of this base",
  attachment: "a file of this base",
};

/** The message for a text that the field cannot hold. */
export const describeMisfit = (field: Pick<Field, "type">, text: string): string =>
  `${quoteText(text.trim())} is not ${kinds[field.type] ?? `a value of a ${field.type} field`}`;

/** A value for typecast, or a `Refusal`; undefined for an empty cell. `isNumber`: the text is a number as JavaScript writes it. */
export function readCellText(field: Field, text: string, decimal: DecimalMark, isNumber = false): unknown {
  if (text.trim() === "") return undefined;
  // counting the characters of megabytes would be slow
  if (text.length > 2 * limits.textLength)
    return new Refusal(`must have at most ${limits.textLength} characters`);
  if (field.type === "checkbox") return checkedIn(text.trim()) ?? new Refusal(describeMisfit(field, text));
  if (field.type === "number" && isNumber) return Number(text);
  if (field.type === "number") return numberText(text, decimal) ?? new Refusal(describeMisfit(field, text));
  if (field.type === "rating") return ratingOf(field, text, decimal);
  return text;
}

/** Refuses ratings above the maximum, which typecast would lower to it. */
function ratingOf(field: Field, text: string, decimal: DecimalMark): unknown {
  const number = numberText(text, decimal);
  if (number === undefined) return new Refusal(describeMisfit(field, text));
  const rating = ratingFrom(Number(number), (field.options as { max: number }).max);
  return rating instanceof Refusal ? new Refusal(`${quoteText(text.trim())} ${rating.message}`) : rating;
}

const checkedIn = (text: string) =>
  checkedTexts.test(text) ? true : uncheckedTexts.test(text) ? false : undefined;
