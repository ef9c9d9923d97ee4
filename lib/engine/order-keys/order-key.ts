/*
 * The place of a record in an order of fields, as one text. Keys sort by their UTF-8 bytes as they do in JavaScript.
 *
 *   of each field   its key, and 1, which is less than all that a key holds: so the empty cell comes first
 *   descending      the same with each character turned: so the order turns and the empty cell comes last
 *
 * A key has at most 950 bytes, which a sort key of the store has room for. A field that is too long for its share is cut and ends in a
 * hash: cells that are alike up to there stay together, and different ones have different keys.
 */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/basics/limits";
import { addCodes, addText, bytesOf, textOf, turned } from "./codes.ts";
import { numberCodes } from "./number-key.ts";
import { textCodes } from "./text-key.ts";

/** A short value that stands for a cell in an order; null for an empty cell. */
export type SortKey = string | number | null;

export interface KeyedField {
  /** Its strings sort as texts in a dictionary. Others sort by their code points: dates, for example. */
  isText: boolean;
  isDescending: boolean;
}

const end = 1;
/** A text that has no letters, which is no empty cell. */
const nothing = 2;
const mostBytes = 950;
/** Kept free for each field that may follow: numbers and dates fit. */
const leastBytes = 25;
/** Of the groups, the request and the view. */
const mostFields = limits.groupFields + 2 * limits.sortFields;
const hashLength = 12;

/** The key of a record, of its sort keys. */
export function orderKey(fields: readonly KeyedField[], sortKeys: readonly SortKey[]): string {
  const codes: number[] = [];
  let free = mostBytes - leastBytes * (mostFields - 1);
  for (let i = 0; i < fields.length; i++) {
    const own = cut(fieldCodes(fields[i] as KeyedField, sortKeys[i] ?? null), free);
    for (let k = 0; k < own.length; k++) free -= bytesOf(own[k] as number);
    free += leastBytes;
    addCodes(codes, own);
  }
  return textOf(codes);
}

/** Keys from `from` on, without it, and before `to`. No key is either of them. */
export interface KeyRange {
  from?: string;
  to?: string;
}

/** Of the first field of an order: where the keys of empty cells are, or those of all others. Empty cells come first, or last if it descends. */
export function rangeOfEmpty(field: KeyedField, isEmpty: boolean): KeyRange {
  const isBefore = isEmpty !== field.isDescending;
  const border = field.isDescending ? firstAt(field, null) : afterAll(field, null);
  return isBefore ? { to: border } : { from: border };
}

/** Of the first field of an order: where the keys of cells are within these borders. */
export function rangeOfKeys(field: KeyedField, { least, above, most, below }: Borders): KeyRange {
  const [first, afterFirst] = field.isDescending ? [most, below] : [least, above];
  const [last, beforeLast] = field.isDescending ? [least, above] : [most, below];
  return {
    ...(first !== undefined && { from: firstAt(field, first) }),
    ...(afterFirst !== undefined && { from: afterAll(field, afterFirst) }),
    ...(last !== undefined && { to: afterAll(field, last) }),
    ...(beforeLast !== undefined && { to: firstAt(field, beforeLast) }),
  };
}

/** From `least` on or above `above`, up to `most` or below `below`. */
interface Borders {
  least?: SortKey;
  above?: SortKey;
  most?: SortKey;
  below?: SortKey;
}

/** Before all keys that begin with this value. */
const firstAt = (field: KeyedField, sortKey: SortKey): string => orderKey([field], [sortKey]);

/** After all of them: what ends the value is raised by one. */
function afterAll(field: KeyedField, sortKey: SortKey): string {
  const key = firstAt(field, sortKey);
  const last = key.codePointAt(key.length - 1) as number;
  return key.slice(0, -1) + String.fromCodePoint(last + 1);
}

function fieldCodes({ isText, isDescending }: KeyedField, sortKey: SortKey): number[] {
  const codes = sortKey === null ? [] : valueCodes(sortKey, isText);
  codes.push(end);
  return isDescending ? turned(codes) : codes;
}

function valueCodes(sortKey: string | number, isText: boolean): number[] {
  if (sortKey === "") return [nothing];
  if (typeof sortKey === "number") return numberCodes(sortKey);
  if (isText) return textCodes(sortKey);
  const codes: number[] = [];
  addText(codes, sortKey);
  return codes;
}

/** The key of a field with at most so many bytes, with its end. */
function cut(codes: number[], most: number): number[] {
  const beforeHash = most - hashLength - 1;
  let bytes = 0;
  let kept = 0;
  for (let i = 0; i < codes.length; i++) {
    bytes += bytesOf(codes[i] as number);
    if (bytes <= beforeHash) kept = i + 1;
    if (bytes > most) return shortened(codes, kept);
  }
  return codes;
}

function shortened(codes: readonly number[], length: number): number[] {
  const short = codes.slice(0, length);
  addText(short, hash("sha256", textOf(codes), "base64url").slice(0, hashLength));
  short.push(codes.at(-1) as number);
  return short;
}
