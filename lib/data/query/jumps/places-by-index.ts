/*
 * The places of a list in the order of an index. Only entries are read: 100,000 rows are some 2,500 RCU. An entry that does not count, because
 * its record is being moved or because a process has died, is counted as a row.
 */

import type { Entry } from "#lib/data/indexes/index-items";
import { invalidCursor } from "#lib/schemas/basics/cursor";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import { beginUnits, tellPlan } from "#lib/store/meter";
import { indexFor, isExactFor, rangeOf } from "../indexed/choose-index.ts";
import { isInDoubt } from "../indexed/displaced-records.ts";
import { walkEntries } from "../indexed/walk-entries.ts";
import { type Place, writePlace } from "../places.ts";
import type { QueryPlan } from "../query-plan.ts";
import { type FoundPlaces, type PlacedRow, rowsApart } from "./row-places.ts";

/** Four pages of at most 1 MB, side by side. */
const entriesAtOnce = 16_000;
const mostRounds = 16;

/** The places from a row on. */
export async function placesByIndex(plan: QueryPlan, start: PlacedRow): Promise<FoundPlaces> {
  const { schema, look, readPlace } = plan;
  const index = indexFor(schema, look);
  if (!index || !isExactFor(plan, index.item)) return { reason: "noIndex" };
  if (index.stale?.length !== 0 || (await isInDoubt(schema, index))) return { reason: "updating" };
  const after = readPlace(start.after);
  // a list that began when equal records were in the order of their rows
  if (typeof after?.tie === "string") throw invalidCursor();
  beginUnits();
  const { ranges } = rangeOf(plan, index.item, look.orders[0]);
  const walk = walkEntries(schema.table.id, index.item.id, { after, ranges });
  const places: PlacedRow[] = [];
  let { row } = start;
  let before = after;
  for (let round = 0; round < mostRounds && !walk.ended(); round++) {
    for (const entry of await walk.next(entriesAtOnce)) {
      const place = placeOf(entry);
      // another entry of the same record at the same place
      if (before?.tie === place.tie && before.key === place.key) continue;
      if (before && row % rowsApart === 0) places.push({ row, after: writePlace(before) });
      before = place;
      row++;
    }
  }
  tellPlan(`index=${index.item.id}; entries=${row - start.row}`);
  if (walk.ended() || !before) return { places, rows: row };
  return { places, next: { row, after: writePlace(before) } };
}

const placeOf = ({ key, id }: Entry): Place => ({ key, tie: autoNumberOf(id) });
