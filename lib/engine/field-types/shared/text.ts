/* Text as cells hold it, and text made of any other value. */
import { limits } from "#lib/schemas/basics/limits";
import { Refusal } from "./field-type.ts";

/** What any reader and any store takes: no half of a surrogate pair, no U+0000, no white space around it. */
export const clean = (text: string): string => text.toWellFormed().replaceAll("\0", "").trim();

export const oneLine = (text: string): string =>
  clean(text.replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, " "));

/** Cleaned text as a cell: none is no cell, too much is refused, for cutting it would lose it silently. */
export function textCell(text: string): string | undefined | Refusal {
  return tooLong(text, limits.textLength) ?? (text === "" ? undefined : text);
}

/** The refusal of text with more characters than this, counted as zod does: by code points. */
export function tooLong(text: string, limit: number): Refusal | undefined {
  const length = text.length <= limit ? text.length : Array.from(text).length;
  return length > limit ? new Refusal(`must have at most ${limit} characters, has ${length}`) : undefined;
}

/** The text that somebody would write for a value: lists with commas, objects as JSON. */
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
    return ""; // nested deeper than the stack, which JSON.parse copes with and JSON.stringify does not
  }
}

/** Text as a message quotes it. */
export const quoteText = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
