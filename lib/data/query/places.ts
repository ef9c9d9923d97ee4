/*
 * A place is a position in a sorted list, between two records. Cursors hold it in these forms (cursors.ts):
 *
 *   "T1Zo.7"            after this key, as base64url; among records with this key after the one with this autoNumber
 *   "T1Zo@00002Ba0"     the same with a row position: for lists that began when equal records were in the order of their rows
 *   ["ada", null, 7]    the first cursors of such lists: sort keys instead of the key
 *   [7], ["00002Ba0"]   in a list of some records without an order: after this autoNumber or row position
 */

import type { SortKey } from "#lib/engine/order-keys/order-key";

export interface Place {
  /** The place in the order of the fields; empty without an order. */
  key: string;
  /** Orders records with the same key: the autoNumber, or the row position. */
  tie: number | string;
}

/** Compares places of one list. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.tie === b.tie) return 0;
  return a.tie < b.tie ? -1 : 1;
}

/** The place as a cursor holds it. */
export function writePlace({ key, tie }: Place): string | [Place["tie"]] {
  if (key === "") return [tie];
  return Buffer.from(key).toString("base64url") + (typeof tie === "number" ? `.${tie}` : `@${tie}`);
}

/** What is needed to read places of a list from cursors. */
interface Placing {
  /** How many fields it is sorted by. */
  depth: number;
  /** The key that is made of these sort keys. */
  keyFrom(sortKeys: readonly SortKey[]): string;
  /** Whether a value is a valid row position. */
  isRow(place: unknown): boolean;
}

/** The place that a cursor holds; `undefined` if it is not valid in this list. */
export function readPlace(place: unknown, { depth, keyFrom, isRow }: Placing): Place | undefined {
  if (typeof place === "string") return depth > 0 ? readKeyed(place, isRow) : undefined;
  if (!Array.isArray(place) || place.length !== depth + 1) return undefined;
  const [sortKeys, tie] = [place.slice(0, depth), place[depth]];
  return sortKeys.every(isSortKey) && isRow(tie) ? { key: keyFrom(sortKeys), tie } : undefined;
}

function readKeyed(place: string, isRow: Placing["isRow"]): Place | undefined {
  const [, written = "", sign, text = ""] = /^([\w-]+)([.@])(.+)$/.exec(place) ?? [];
  const key = Buffer.from(written, "base64url").toString();
  if (Buffer.from(key).toString("base64url") !== written) return undefined;
  const tie = sign === "." ? Number(text) : text;
  const isTie = sign === "." ? isNumber(tie) && String(tie) === text : isRow(tie);
  return sign && isTie ? { key, tie } : undefined;
}

/** Whether a value may be an autoNumber. Any such number is a valid place, because the records after it are found by comparing. */
export const isNumber = (tie: unknown): boolean => Number.isSafeInteger(tie) && (tie as number) >= 0;

const isSortKey = (key: unknown): key is SortKey =>
  key === null || typeof key === "string" || typeof key === "number";
