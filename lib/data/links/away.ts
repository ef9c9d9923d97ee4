/*
 * Keeps which cells of a table in the trash have missed changes of links. When the table is restored, notes (notes.ts) update them.
 *
 *  entity  pk             sk             cost
 *  away    TABLE#<table>  AWAY#<random>  2 WCU, in the commit that would otherwise have updated the cells
 */

import { tableKey } from "#lib/data/schema/table-schema";
import { randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { type Change, insert, removeKey } from "#lib/store/commit";
import { type Item, keysStartingWith, readAll } from "#lib/store/store";
import { noteChanges, notesOf, nothingFollows, type StaleCell } from "./notes.ts";

type AwayItem = Item & { cells: StaleCell[] };

/** The change that remembers that these cells missed changes of links. None if only titles have changed: restoring reads all titles again. */
export function keepAway(tableId: TableId, stale: readonly StaleCell[]): Change[] {
  const cells = stale.filter(({ added, removed }) => (added?.length ?? 0) + (removed?.length ?? 0) > 0);
  if (cells.length === 0) return [];
  return [insert({ pk: tableKey(tableId).pk, sk: `AWAY#${randomText(12)}`, entity: "away", cells })];
}

/** The changes for a restored table: they replace what was remembered by notes about these cells. */
export async function followAway(tableId: TableId, by: { userId: UserId; now: string }): Promise<Change[]> {
  const items = await readAll<AwayItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("AWAY#") });
  const stale = items.flatMap(({ cells }) => cells);
  const notes = notesOf({ ...nothingFollows(), stale }, by);
  return [...noteChanges(notes), ...items.map(removeKey)];
}
