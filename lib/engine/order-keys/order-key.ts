/*
 * The key of a record is its place in an order of fields, as one text. Keys sort by their UTF-8 bytes as they do in JavaScript.
 *
 *   for each field  its key, then 1, which is less than all code points of a key: so an empty cell comes first
 *   descending      the same with each character reversed: so the order is reversed, and an empty cell comes last
 *
 * A key has at most 950 bytes, so that it fits into a sort key of the store. If a field is too long for its share, its key is cut and ends
 * in a hash: so cells with the same beginning stay together, and different cells have different keys.
 */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/basics/limits";
import { addCodes, addText, bytesOf, textOf, turned } from "./codes.ts";
import { numberCodes } from "./number-key.ts";
import { separator, textCodes } from "./text-key.ts";

/** A short value that stands for a cell in an order; null for an empty cell. */
export type SortKey = string | number | null;

export interface KeyedField {
  /** Whether its strings are sorted as texts in a dictionary. Others, for example dates, are sorted by their code points. */
  isText: boolean;
  isDescending: boolean;
}

const end = 1;
/** Stands for a text without letters, which differs from an empty cell. */
const nothing = 2;
const mostBytes = 950;
/** Bytes that are reserved for each of the next fields: enough for numbers and dates. */
const leastBytes = 25;
/** The fields of the groups, of the request's sort and of the view's sort. */
const mostFields = limits.groupFields + 2 * limits.sortFields;
const hashLength = 12;

/** The key of a record, from its sort keys. */
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

/** Keys after `from` and before `to`. No key equals one of them. */
export interface KeyRange {
  from?: string;
  to?: string;
}

/**
 * For the first field of an order: the range of the keys of empty cells, or of all other cells. Empty cells come first, or last in
 * descending order.
 */
export function rangeOfEmpty(field: KeyedField, isEmpty: boolean): KeyRange {
  const isBefore = isEmpty !== field.isDescending;
  const border = field.isDescending ? firstAt(field, null) : afterAll(field, null);
  return isBefore ? { to: border } : { from: border };
}

/** For the first field of an order: the range of the keys of cells within these bounds. */
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

/** For the first field of an order: the range of the keys of texts that differ from this one only in accents, capitals and other forms. */
export function rangeOfLetters({ isDescending }: KeyedField, text: string): KeyRange {
  const codes = textCodes(text);
  const separated = codes.indexOf(separator);
  const letters = separated < 0 ? codes : codes.slice(0, separated);
  // behind the letters is the end mark or the separator
  const border = (code: number, past: number) =>
    textOf(isDescending ? pastIn(turned([...letters, code]), past) : pastIn([...letters, code], past));
  return isDescending
    ? { from: border(separator, 0), to: border(end, 1) }
    : { from: border(end, 0), to: border(separator, 1) };
}

/** The same codes, with the last one raised. */
const pastIn = (codes: number[], past: number): number[] => [
  ...codes.slice(0, -1),
  (codes.at(-1) ?? 0) + past,
];

/** From `least` on or above `above`, up to `most` or below `below`. */
interface Borders {
  least?: SortKey;
  above?: SortKey;
  most?: SortKey;
  below?: SortKey;
}

/** A text before all keys that begin with this value. */
const firstAt = (field: KeyedField, sortKey: SortKey): string => orderKey([field], [sortKey]);

/** A text after all of these keys: the mark that ends the value is raised by one. */
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

/** The key of a field with its end mark, cut to at most `most` bytes. */
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
