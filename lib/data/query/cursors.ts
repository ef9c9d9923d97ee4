/*
 * Cursors. A cursor names a position in the answer to one query: the next page starts after it. It holds no state, so it never expires.
 * It is base64url of JSON, neither signed nor encrypted, so every part of it is validated.
 *
 *   [table, tag, position, lengths, instant]     tag: a hash of the query; a cursor of another query is refused
 *                                                instant: in milliseconds, only if the list depends on the time (formulas with NOW)
 *
 *   position   7             natural order: after the record with this autoNumber
 *              "00002Ba0"    manual order of a view: after this row position
 *              "T1Zo.7"      sorted: a position in that order (places.ts)
 *
 * fit-page.ts writes the cursor of a page of records, and list-records.ts reads it.
 */

import { createHash } from "node:crypto";
import { encodeCursor, foreignCursor, invalidCursor, outdatedCursor } from "#lib/schemas/basics/cursor";
import { isAutoNumber, type TableId } from "#lib/schemas/basics/ids";
import { sortMembers } from "#lib/schemas/basics/sort-members";

type Key = string | number | null;
/** A position in a list, in one of the three forms above. */
export type CursorPosition = number | string | Key[];

/** The list that a cursor belongs to. */
export interface QueryKey {
  tableId: TableId;
  /** Everything that decides which records come and in which order; `undefined` for a table without a query. */
  query?: unknown;
  /**
   * For each sort field the list that its keys are made with, for example the ids of choices. The cursor keeps the length of each
   * list: the cursor stays valid if elements are only appended.
   */
  bases?: readonly (readonly string[])[];
  /** The time that the list depends on, as ISO text: the pages of a list have one. */
  instant?: string | undefined;
  /** Whether a value is a valid position in this list: callers can forge cursors, and reading on from an invalid one might not end. */
  isPlace(place: unknown): boolean;
}

/** The list of all records of a table, in natural order. */
export const describeTable = (tableId: TableId): QueryKey => ({ tableId, isPlace: isAutoNumber });

/** The cursor for the page after a position. */
export function writeCursor(place: CursorPosition, queryKey: QueryKey): string {
  const lengths = (queryKey.bases ?? []).map(({ length }) => length);
  const parts = [queryKey.tableId.slice(3), tagOf(queryKey, lengths), place];
  if (queryKey.instant) return encoded([...parts, lengths, Date.parse(queryKey.instant)]);
  return encoded(lengths.length > 0 ? [...parts, lengths] : parts);
}

const encoded = (parts: unknown[]) => encodeCursor(JSON.stringify(parts));

/** The position of a cursor; `undefined` without a cursor. Throws 400 if it is invalid, of another table or of another query. */
export function readCursor(cursor: string | undefined, queryKey: QueryKey): CursorPosition | undefined {
  if (cursor === undefined) return undefined;
  const [tableId, tag, place, lengths] = partsOf(cursor);
  if (tableId !== queryKey.tableId.slice(3)) throw foreignCursor("table");
  if (tag !== tagOf(queryKey, lengths)) throw outdatedCursor();
  if (!queryKey.isPlace(place)) throw invalidCursor();
  return place as CursorPosition;
}

/** The instant of a cursor as ISO text; `undefined` if it has none. Throws 400 for an invalid cursor. */
export function readInstant(cursor: string | undefined): string | undefined {
  const instant = cursor === undefined ? undefined : partsOf(cursor)[4];
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

type Parts = [tableId: string, tag: string, place: unknown, lengths: number[], instant: number | undefined];

function partsOf(cursor: string): Parts {
  const parts = parsed(Buffer.from(cursor, "base64url").toString());
  // only flat values: encoding deeply nested ones again would overflow the stack
  if (!Array.isArray(parts) || !parts.flat().every(isKey) || cursor !== encoded(parts)) throw invalidCursor();
  const [tableId, tag, place, lengths = [], instant, ...rest] = parts as unknown[];
  if (rest.length > 0 || !Array.isArray(lengths) || !lengths.every(Number.isInteger)) throw invalidCursor();
  if (instant !== undefined && !isInstant(instant)) throw invalidCursor();
  return [String(tableId), String(tag), place, lengths, instant];
}

/** Of the years 1970 to 9999. */
const isInstant = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 253_402_300_800_000;

const isKey = (key: unknown): key is Key =>
  key === null || typeof key === "string" || typeof key === "number";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tagOf({ query, bases = [] }: QueryKey, lengths: number[]): string {
  if (query === undefined) return "";
  const basesThen = bases.map((basis, i) => basis.slice(0, lengths[i]));
  return createHash("sha256")
    .update(JSON.stringify([query, ...basesThen], sortMembers))
    .digest("base64url")
    .slice(0, 12);
}
