/*
 * Clears the row positions of a deleted view, each together with the copy in its record. It starts when no request can still move rows
 * of the view (running-calls.ts), so one pass is enough.
 */

import * as z from "zod";
import { defineJob } from "#lib/data/jobs/define-job";
import { orderOf, recordKey } from "#lib/data/records/record-keys";
import { applyMove, type RecordItem } from "#lib/data/records/records";
import type { RowPositionItem } from "#lib/data/rows/row-order";
import { tableKey, type ViewItem, viewKey } from "#lib/data/schema/table-schema";
import { type RecordId, type TableId, ViewId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, keysStartingWith, readAll, readPage } from "#lib/store/store";

const rowsPerPiece = 500;

const place = z.strictObject({ viewId: ViewId });

/** One piece of the job. */
export const clearOrder = defineJob("clearOrder", { needs: "tableId", place }, async (job) => {
  const { tableId, progress } = job;
  const { viewId } = job.at;
  // it was restored
  if (await getItem(viewKey(tableId, viewId))) return { progress };
  const { items, more } = await readPage<RowPositionItem>({ pk: orderOf(viewId), limit: rowsPerPiece });
  await runTogether(items, (position) => clear(tableId, viewId, position));
  const done = progress.done + items.length;
  return { progress: { done }, ...(more && { at: { viewId } }) };
});

/** Clears one position. The partition also holds the item that counts spacings, which belongs to no record. */
async function clear(tableId: TableId, viewId: ViewId, position: RowPositionItem): Promise<void> {
  await retryOnConflict(async () => {
    const { recordId } = position as { recordId?: RecordId };
    const record = recordId && (await getItem<RecordItem>(recordKey(tableId, recordId)));
    if (!record || record.moved?.[viewId] !== position.sk) return removeItems([position]);
    const { [viewId]: _, ...others } = record.moved;
    const moved = Object.keys(others).length > 0 ? others : undefined;
    await commit([change(record, applyMove({ moved }, record)), remove(position)]);
  });
}

/** Removes one piece of the row positions in all views of a table whose records are removed; true if there are more. */
export async function clearPlaces(tableId: TableId): Promise<boolean> {
  const views = await readAll<ViewItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("VIEW#") });
  for (const { id } of views) {
    const { items, more } = await readPage({ pk: orderOf(id) });
    await removeItems(items);
    if (more) return true;
  }
  return false;
}
