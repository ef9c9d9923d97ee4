/*
 * A mark says that cells of a record have changed, and that records of other tables may still carry the former ones
 * (engine/cells/carried-cells.ts).
 *
 *  entity     pk             sk                  cost
 *  staleMark  TABLE#<table>  TABLE#STALE#<note>  2 WCU in the commit, 2 to remove it; sorted directly after the TABLE item, so one Query reads both
 */

import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { type Change, insert, removeKey } from "#lib/store/commit";
import { type Item, isEntity, readPage } from "#lib/store/store";

const marks = "TABLE#STALE#";
const markKey = (tableId: TableId, id: string) => ({ pk: `TABLE#${tableId}`, sk: marks + id });

interface MarkItem extends Item {
  records: RecordId[];
}

/** Marks records of a table. `id` belongs to the note or job that updates the records that carry their cells, and then removes the mark. */
export const markStale = (tableId: TableId, id: string, records: readonly RecordId[]): Change =>
  insert({ ...markKey(tableId, id), entity: "staleMark", records });

export const unmarkStale = (tableId: TableId, id: string): Change => removeKey(markKey(tableId, id));

const mostMarks = 500;

interface TableWithMarks<Table> {
  table: Table | undefined;
  /** The marked records; undefined if there are too many marks to read in one request: then no carried cells are used. */
  stale: ReadonlySet<RecordId> | undefined;
}

/** The TABLE item and the marks of a table. */
export async function readTableWithMarks<Table extends Item>(
  tableId: TableId,
): Promise<TableWithMarks<Table>> {
  const { items, more } = await readPage<Item>({
    ...{ pk: `TABLE#${tableId}`, from: "TABLE", to: `${marks}\u{10ffff}` },
    limit: mostMarks + 1,
  });
  const found = items.filter(isEntity<MarkItem>("staleMark"));
  return {
    table: items.find(isEntity<Table>("table")),
    stale: more ? undefined : new Set(found.flatMap(({ records }) => records)),
  };
}
