/* What the two readers of places give (list-places.ts). */

import type { RowPlaces } from "#lib/schemas/tables/list-query";
import type { CursorPosition } from "../cursors.ts";

/** A row of a list. The page after the position `after` begins with it; undefined for the first row. */
export interface PlacedRow {
  row: number;
  after: CursorPosition | undefined;
}

/** Places in order, without that of row 0. `rows` is the number of rows, if the list was read to its end; otherwise it goes on at `next`. */
export type FoundPlaces =
  | { places: PlacedRow[]; rows: number }
  | { places: PlacedRow[]; next: PlacedRow }
  | { reason: NonNullable<RowPlaces["reason"]> };

/** About so many rows are from one place to the next. */
export const rowsApart = 1000;
