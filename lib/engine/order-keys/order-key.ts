/*
 * The place of a record in an order of fields, as one text. Keys sort by their UTF-8 bytes as they do in JavaScript.
 *
 *   of each field   its key, and \x01, which is less than all that a key holds: so the empty cell comes first
 *   descending      the same with each character turned: so the order turns and the empty cell comes last
 *
 * A key has at most 950 bytes, which a sort key of the store has room for. A field that is too long for its share is cut and ends in a
 * hash: cells that are alike up to there stay together, and different ones have different keys.
 */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/basics/limits";
import { numberKey } from "./number-key.ts";
import { textKey } from "./text-key.ts";

/** A short value that stands for a cell in an order; null for an empty cell. */
export type SortKey = string | number | null;

export interface KeyedField {
  /** Its strings sort as texts in a dictionary. Others sort by their code points: dates, for example. */
  isText: boolean;
  isDescending: boolean;
}

const end = "\x01";
/** A text that has no letters, which is no empty cell. */
const nothing = "\x02";
const mostBytes = 950;
/** Kept free for each field that may follow: numbers and dates fit. */
const leastBytes = 25;
/** Of the groups, the request and the view. */
const mostFields = limits.groupFields + 2 * limits.sortFields;
const hashLength = 12;

/** The key of a record, of its sort keys. */
export function orderKey(fields: readonly KeyedField[], sortKeys: readonly SortKey[]): string {
  let key = "";
  fields.forEach((field, i) => {
    const whole = fieldKey(field, sortKeys[i] ?? null);
    const kept = leastBytes * Math.max(0, mostFields - 1 - i);
    const isShort = 3 * (key.length + whole.length) <= mostBytes - kept;
    key += isShort ? whole : cut(whole, mostBytes - kept - Buffer.byteLength(key));
  });
  return key;
}

function fieldKey({ isText, isDescending }: KeyedField, sortKey: SortKey): string {
  const key = valueKey(sortKey, isText) + end;
  return isDescending ? turned(key) : key;
}

function valueKey(sortKey: SortKey, isText: boolean): string {
  if (sortKey === null) return "";
  if (typeof sortKey === "number") return numberKey(sortKey);
  return (isText ? textKey(sortKey) : sortKey) || nothing;
}

/** The key in the opposite order. The marks 1 to 3 say how many bytes a character had: more bytes come sooner. */
function turned(key: string): string {
  let text = "";
  for (const c of key) {
    const code = c.codePointAt(0) as number;
    if (code < 0x80) text += String.fromCharCode(0x80 - code);
    else if (code < 0x800) text += `\x03${String.fromCharCode(0x87f - code)}`;
    else if (code < 0xd800) text += `\x02${String.fromCharCode(0xdfff - code)}`;
    else text += `\x01${String.fromCodePoint(0x11ffff - code)}`;
  }
  return text;
}

/** The key of a field with at most so many bytes, with its end. */
function cut(key: string, most: number): string {
  const bytes = Buffer.from(key);
  if (bytes.length <= most) return key;
  const fieldEnd = key.slice(-1);
  let length = most - hashLength - 1;
  while (((bytes[length] ?? 0) & 0xc0) === 0x80) length--;
  return bytes.toString("utf8", 0, length) + hash("sha256", key, "base64url").slice(0, hashLength) + fieldEnd;
}
