/*
 * What a cell of a CSV file says to a field of some type: a value that typecast takes, or why it is none. Typecast makes the best
 * of everything, 12 of "12 apples"; nobody looks at the lines of a file one by one, so here such a line is told.
 */

import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { quoteText } from "#lib/engine/field-types/shared/text";
import type { Field } from "#lib/engine/fields/field";
import { limits } from "#lib/schemas/basics/limits";
import { ratingFrom } from "../field-types/rating.ts";

export type DecimalMark = "." | ",";

const signs = /^(true|yes|y|1|x|on|checked|✓|✔|☑)$/i;
const noSigns = /^(false|no|n|0|off|unchecked|☐)$/i;

/* What a number may stand beside. Between its digits is nothing of that: who glued "555 12" or "5(3)" together would make it up. */
const ahead = /^([+-]?)\s*(?:(?:\p{Sc}|[A-Z]{3}(?=[\s\d+-]))\s*)?([+-]?)\s*/u;
const behind = /(?:\s*(?:\p{Sc}|(?<=[\d\s])[A-Z]{3}))?(\s*%)?$/u;
/** Digits, in groups of three or not. */
const plain = /^(\d{1,3}(?:([, \u00a0\u2009\u202f'’])\d{3}(?:\2\d{3})*)|\d+)?(\.\d*)?(e[+-]?\d+)?$/i;

/** `-1234.5` of `1.234,50 €`, `(1,234.50)` …; undefined where it is no number. A percent sign stays. */
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
  user: "somebody who may open the base",
  attachment: "a file of this base",
};

export const describeMisfit = (field: Pick<Field, "type">, text: string): string =>
  `${quoteText(text.trim())} is not ${kinds[field.type] ?? "what this field holds"}`;

/** Undefined for what is empty. */
export function readCellText(field: Field, text: string, decimal: DecimalMark): unknown {
  if (text.trim() === "") return undefined;
  // counting the characters of megabytes one by one would take long
  if (text.length > 2 * limits.textLength)
    return new Refusal(`must have at most ${limits.textLength} characters`);
  if (field.type === "checkbox") return signOf(text.trim()) ?? new Refusal(describeMisfit(field, text));
  if (field.type === "number") return numberText(text, decimal) ?? new Refusal(describeMisfit(field, text));
  if (field.type === "rating") return ratingOf(field, text, decimal);
  return text;
}

/** Typecast would make the highest one of all that is more. */
function ratingOf(field: Field, text: string, decimal: DecimalMark): unknown {
  const number = numberText(text, decimal);
  if (number === undefined) return new Refusal(describeMisfit(field, text));
  const rating = ratingFrom(Number(number), (field.options as { max: number }).max);
  return rating instanceof Refusal ? new Refusal(`${quoteText(text.trim())} ${rating.message}`) : rating;
}

const signOf = (text: string) => (signs.test(text) ? true : noSigns.test(text) ? false : undefined);
