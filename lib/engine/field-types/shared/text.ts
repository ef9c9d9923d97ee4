/* Text in cells, and other values as text. */
import type { Ambiguous } from "#lib/engine/values/column-reading";
import { limits } from "#lib/schemas/basics/limits";
import { Refusal } from "./field-type.ts";

/** Text without half surrogate pairs and U+0000, which some clients and stores refuse. White space at its ends stays. */
export function clean(text: string): string {
  const accepted = text.toWellFormed().replaceAll("\0", "");
  return accepted.trim() === "" ? "" : accepted;
}

/** Cleaned text without white space at its ends, with spaces instead of line breaks and tabs. */
export const oneLine = (text: string): string =>
  clean(text.replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, " ")).trim();

/** Cleaned text as a cell: undefined if empty. Too long text is refused, because cutting would lose data silently. */
export function textCell(text: string): string | undefined | Refusal {
  return tooLong(text, limits.textLength) ?? (text === "" ? undefined : text);
}

/** The refusal of text with more than `limit` characters, counted in code points as zod does; undefined for shorter text. */
export function tooLong(text: string, limit: number): Refusal | undefined {
  const length = text.length <= limit ? text.length : Array.from(text).length;
  return length > limit ? new Refusal(`must have at most ${limit} characters; got ${length}`) : undefined;
}

/** A value as a person would write it: lists with commas, objects as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(elementText).filter(Boolean).join(", ");
  return value === null || value === undefined ? "" : elementText(value);
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return ""; // nested too deeply: JSON.parse can read it, but JSON.stringify overflows the stack
  }
}

/** Whether a value is a text of white space only: with typecast it empties a cell. */
export const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** The refusal of a text that can be read in two ways. */
export const ambiguous = (text: string, { readings: [one, other] }: Ambiguous): Refusal =>
  new Refusal(`${quoteText(text.trim())} can be ${one} or ${other}: write the one that is meant`);

/** Any value in quotes, for a message. */
export const quoteValue = (value: unknown): string => quoteText(textOf(value));

/** Text in quotes for a message, at most 60 characters. */
export const quoteText = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
