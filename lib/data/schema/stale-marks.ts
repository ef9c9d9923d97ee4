/*
 * Marks of records whose cells have changed, while records of other tables still carry the former ones (engine/cells/carried-cells.ts).
 *
 *          pk               sk            cost
 *  mark    STALE#<table>    <note>        2 WCU in the commit, 2 to remove it; all of a table are one Query: 0.5 RCU if there are none
 */

import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { type Change, insert, removeKey } from "#lib/store/commit";
import { type Item, readPage } from "#lib/store/store";

const markKey = (tableId: TableId, id: string) => ({ pk: `STALE#${tableId}`, sk: id });

interface MarkItem extends Item {
  records: RecordId[];
}

/** Marks records of a table; `id` is that of the note or job that makes them right. */
export const markStale = (tableId: TableId, id: string, records: readonly RecordId[]): Change =>
  insert({ ...markKey(tableId, id), entity: "staleMark", records });

export const unmarkStale = (tableId: TableId, id: string): Change => removeKey(markKey(tableId, id));

const mostMarks = 500;

/** The marked records of a table; undefined if there are too many marks to read for one request: then nothing that is carried counts. */
export async function readStale(tableId: TableId): Promise<ReadonlySet<RecordId> | undefined> {
  const { items, more } = await readPage<MarkItem>({ pk: `STALE#${tableId}`, limit: mostMarks });
  return more ? undefined : new Set(items.flatMap(({ records }) => records));
}
