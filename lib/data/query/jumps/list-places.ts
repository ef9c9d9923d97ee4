/*
 * Cursors of a list at about each 1,000th row, with which a grid jumps to any row.
 *
 *   in the order of an index that has the filter   entries are read, and no record             places-by-index.ts
 *   all records, in natural order or in rows       the store counts them, and sends none       places-by-number.ts
 *   otherwise                                      the first row alone, and the reason
 *
 * A call reads some 250,000 rows. Then its own cursor goes on: `<row>.<cursor of the list>`.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { invalidCursor } from "#lib/schemas/basics/cursor";
import type { RowPlaces, RowPlacesQuery } from "#lib/schemas/tables/list-query";
import { describeTable, readCursor, writeCursor } from "../cursors.ts";
import { describeQuery } from "../list-records.ts";
import { planList } from "../plan-list.ts";
import type { QueryPlan } from "../query-plan.ts";
import { isPlain } from "../read-plain.ts";
import { placesByIndex } from "./places-by-index.ts";
import { placesByNumber } from "./places-by-number.ts";
import { type FoundPlaces, type PlacedRow, rowsApart } from "./row-places.ts";

/** The places of a list, with cursors for it. Throws 400 or 404 as the list does. */
export async function listPlaces(schema: Schema, query: RowPlacesQuery, caller: Caller): Promise<RowPlaces> {
  const { row, cursor } = readStart(query.cursor);
  const plan = await planList(schema, { ...query, cursor }, caller);
  const isTable = isPlain(query) && plan.look.orders.length === 0;
  const queryKey = isTable ? describeTable(schema.table.id) : describeQuery(plan, query);
  const found = await findPlaces(plan, query, { row, after: readCursor(cursor, queryKey) });
  const shown = ({ row, after }: PlacedRow) => ({
    row,
    cursor: after === undefined ? null : writeCursor(after, queryKey),
  });
  const first = cursor === undefined ? [{ row, cursor: null }] : [];
  const about = { every: rowsApart, rows: null, nextCursor: null };
  if ("reason" in found) return { ...about, places: first, reason: found.reason };
  const places = [...first, ...found.places.map(shown)];
  if ("rows" in found) return { ...about, places, rows: found.rows };
  const next = shown(found.next);
  return { ...about, places, nextCursor: `${next.row}.${next.cursor}` };
}

/** The row and the cursor of the list at which an earlier call ended. Throws 400 for an invalid cursor. */
function readStart(sent: string | undefined): { row: number; cursor?: string } {
  if (sent === undefined) return { row: 0 };
  const [, row, cursor] = /^(0|[1-9]\d{0,11})\.(.+)$/.exec(sent) ?? [];
  if (!cursor) throw invalidCursor();
  return { row: Number(row), cursor };
}

async function findPlaces(plan: QueryPlan, query: RowPlacesQuery, start: PlacedRow): Promise<FoundPlaces> {
  const { look, matchesAll, selected, ofCell } = plan;
  if (look.orders.length === 0) return matchesAll ? placesByNumber(plan, start) : { reason: "noIndex" };
  // these lists do not have all entries of an index
  if (selected || ofCell || query.collapsedGroupIds) return { reason: "noIndex" };
  return placesByIndex(plan, start);
}
