/*
 * A cursor marks a place in the answer to one query, so it never expires: whose it is, and what it was behind when it was given.
 * Nothing seals it, so whatever it says is looked at before it is believed.
 *
 *   place   7                      natural order: after the record of this number
 *           "00002Ba0"             rows in a view's own order: after this position
 *           [3, "ada", null, 7]    in order: after these keys, and where they are equal after this number or position
 */
import { createHash } from "node:crypto";
import { invalid } from "#lib/schemas/basics/error";
import { isAutoNumber, type TableId } from "#lib/schemas/basics/ids";

type Key = string | number | null;
export type CursorPosition = number | string | Key[];

export interface QueryKey {
  tableId: TableId;
  /** What was asked: equal for pages of the same list. Undefined for a table as it is. */
  query?: unknown;
  /** What the keys of its places are counted by, of each field. A cursor says how long that was: it may have grown at its end. */
  bases?: readonly (readonly string[])[];
  /** Whether a place in this list looks so: anybody can write a cursor, and reading on from nowhere would not end. */
  isPlace(place: unknown): boolean;
}

/** The pages of a table as it is. */
export const describeTable = (tableId: TableId): QueryKey => ({ tableId, isPlace: isAutoNumber });

export function writeCursor(place: CursorPosition, asking: QueryKey): string {
  const lengths = (asking.bases ?? []).map(({ length }) => length);
  const parts = [asking.tableId.slice(3), tagOf(asking, lengths), place];
  return encoded(lengths.length > 0 ? [...parts, lengths] : parts);
}

const encoded = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

/** The place of a cursor of this query; undefined without a cursor. */
export function readCursor(cursor: string | undefined, asking: QueryKey): CursorPosition | undefined {
  if (cursor === undefined) return undefined;
  const [tableId, tag, place, lengths] = partsOf(cursor);
  if (tableId !== asking.tableId.slice(3)) throw refusal("is a cursor of another table");
  if (tag !== tagOf(asking, lengths))
    throw refusal(
      "is a cursor of another query, or the view or a field was changed since: ask without it, from the beginning",
    );
  if (!asking.isPlace(place)) throw noCursor();
  return place as CursorPosition;
}

function partsOf(cursor: string): [tableId: string, tag: string, place: unknown, lengths: number[]] {
  const parts = parsed(Buffer.from(cursor, "base64url").toString());
  // of what is flat, or writing it again would end where the stack does
  if (!Array.isArray(parts) || !parts.flat().every(isKey) || cursor !== encoded(parts)) throw noCursor();
  const [tableId, tag, place, lengths = [], ...rest] = parts as unknown[];
  if (rest.length > 0 || !Array.isArray(lengths) || !lengths.every(Number.isInteger)) throw noCursor();
  return [String(tableId), String(tag), place, lengths];
}

/** Whether these are the keys of so many fields, and behind them what decides where they are equal. */
export const areKeys = (place: unknown, count: number, isTie: QueryKey["isPlace"]): boolean =>
  Array.isArray(place) &&
  place.length === count + 1 &&
  place.slice(0, count).every(isKey) &&
  isTie(place[count]);

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
  const meant = bases.map((basis, i) => basis.slice(0, lengths[i]));
  return createHash("sha256")
    .update(JSON.stringify([query, ...meant], inOrder))
    .digest("base64url")
    .slice(0, 12);
}

/** The store does not promise in which order it gives back the members of a view's filter. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const noCursor = () => refusal("is no cursor: send the nextCursor of a page as it is");
const refusal = (message: string) => invalid([{ path: "cursor", message }]);
