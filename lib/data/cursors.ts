/*
 * A cursor marks a place in the answer to one query, so it never expires: whose it is, and what it was behind when it was given.
 *
 *   place   7                      natural order: after the record of this number
 *           "00002Ba0"             rows in a view's own order: after this position
 *           [3, "ada", null, 7]    in order: after these keys, and where they are equal after this number or position
 */
import { createHash } from "node:crypto";
import { invalid } from "#lib/schemas/error";
import type { TableId } from "#lib/schemas/ids";

type Key = string | number | null;
export type Place = number | string | Key[];

export interface Asking {
  tableId: TableId;
  /** What was asked: equal for pages of the same list. Undefined for a table as it is. */
  query?: unknown;
}

export const cursorTo = (place: Place, asking: Asking): string =>
  Buffer.from(JSON.stringify([asking.tableId.slice(3), tagOf(asking), place])).toString("base64url");

/** The place of a cursor of this query; undefined without a cursor. */
export function placeOf(cursor: string | undefined, asking: Asking): Place | undefined {
  if (cursor === undefined) return undefined;
  const [tableId, tag, place] = partsOf(cursor);
  if (tableId !== asking.tableId.slice(3)) throw refusal("is a cursor of another table");
  if (tag !== tagOf(asking))
    throw refusal(
      "is a cursor of another query, or the view was changed since: ask without it, from the beginning",
    );
  return place;
}

function partsOf(cursor: string): [tableId: string, tag: string, place: Place] {
  const parts = parsed(Buffer.from(cursor, "base64url").toString());
  if (
    !Array.isArray(parts) ||
    parts.length !== 3 ||
    !isPlace(parts[2]) ||
    cursor !== Buffer.from(JSON.stringify(parts)).toString("base64url")
  )
    throw refusal("is no cursor: send the nextCursor of a page as it is");
  return parts as [string, string, Place];
}

const isKey = (key: unknown): key is Key =>
  key === null || typeof key === "string" || typeof key === "number";
const isPlace = (place: unknown): place is Place =>
  (isKey(place) && place !== null) || (Array.isArray(place) && place.length > 0 && place.every(isKey));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tagOf = ({ query }: Asking): string =>
  query === undefined
    ? ""
    : createHash("sha256").update(JSON.stringify(query)).digest("base64url").slice(0, 12);

const refusal = (message: string) => invalid([{ path: "cursor", message }]);
