/*
 * Computes the order of a view's rows for sorting. All records of the table are read once; memory holds only their ids and keys.
 * Rows with equal cells keep the order they have in the view.
 */

import type { Caller } from "#lib/data/identity/caller";
import { openReading } from "#lib/data/records/reading/open-reading";
import { scan } from "#lib/data/records/scan";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { type Position, positionOf } from "#lib/engine/values/positions";
import { sortInSlices } from "#lib/engine/values/sort-in-slices";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { RowsSort } from "#lib/schemas/tables/rows-sort";

export type SortObjs = RowsSort["sortObjs"];

interface RankedRow {
  id: RecordId;
  key: string;
  position: Position;
}

/** The ids of all records up to the autoNumber `to`, in the new order. */
export async function rankRows(
  { table, fields }: Schema,
  view: ViewItem,
  { sortObjs, to }: { sortObjs: SortObjs; to: number },
  caller: Caller,
): Promise<RecordId[]> {
  const orders = sortObjs.flatMap(({ fieldId, order }): Ordered[] => {
    const field = fields.find(({ id }) => id === fieldId);
    return field ? [{ field, order }] : [];
  });
  const sorted = orders.map(({ field }) => field);
  const reading = openReading({ fields: sorted }, caller);
  const { keyOf } = makeOrderer(orders, reading.context);
  const rows: RankedRow[] = [];
  await scan({ tableId: table.id }, sorted, async (records) => {
    for (const record of await reading.prepare(records)) {
      if (record.autoNumber <= to)
        rows.push({ id: record.id, key: keyOf(record), position: positionOf(record, view) });
      const turn = reading.turn();
      if (turn !== undefined) await turn;
    }
  });
  return (await sortInSlices(rows, inOrder)).map(({ id }) => id);
}

function inOrder(a: RankedRow, b: RankedRow): number {
  if (a.key === b.key) return a.position < b.position ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}
