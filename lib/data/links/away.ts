/*
 * Links that are made or taken away while a table is in the trash: its cells follow when it comes back, by notes.
 *
 *  entity  pk             sk             cost
 *  away    TABLE#<table>  AWAY#<random>  2 WCU, in the commit that would have changed the cells
 */

import { tableKey } from "#lib/data/schema/table-schema";
import { randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { type Change, insert, removeKey } from "#lib/store/commit";
import { type Item, keysStartingWith, readAll } from "#lib/store/store";
import { noteChanges, notesOf, nothingFollows, type StaleCell } from "./notes.ts";

type AwayItem = Item & { cells: StaleCell[] };

/** The change that keeps what these cells have missed; none if only titles have changed, which are read again anyway. */
export function keepAway(tableId: TableId, stale: readonly StaleCell[]): Change[] {
  const cells = stale.filter(({ added, removed }) => (added?.length ?? 0) + (removed?.length ?? 0) > 0);
  if (cells.length === 0) return [];
  return [insert({ pk: tableKey(tableId).pk, sk: `AWAY#${randomText(12)}`, entity: "away", cells })];
}

/** The changes for a table that comes back: notes about the cells, in place of what was kept. */
export async function followAway(tableId: TableId, by: { userId: UserId; now: string }): Promise<Change[]> {
  const items = await readAll<AwayItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("AWAY#") });
  const stale = items.flatMap(({ cells }) => cells);
  const notes = notesOf({ ...nothingFollows(), stale }, by);
  return [...noteChanges(notes), ...items.map(removeKey)];
}
