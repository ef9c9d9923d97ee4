/*
 * The places of a deleted view's rows: each goes together with what its record says of it. It begins when no request can be putting
 * rows there any more (settled-time.ts), so one pass leaves nothing.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { orderOf, recordKey } from "#lib/data/records/record-keys";
import { applyMove, type RecordItem } from "#lib/data/records/records";
import type { RowPositionItem } from "#lib/data/rows/row-order";
import { tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import type { RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, keysStartingWith, readAll, readPage, removeItems } from "#lib/store/store";

const rowsPerPiece = 500;

export async function clearOrder({ tableId, at, progress }: JobItem): Promise<Step> {
  const viewId = at?.["viewId"] as ViewId | undefined;
  if (!tableId || !viewId) throw new Error("the job names no view");
  const { items, more } = await readPage<RowPositionItem>({ pk: orderOf(viewId), limit: rowsPerPiece });
  await runTogether(items, (place) => clear(tableId, viewId, place));
  const done = progress.done + items.length;
  return { progress: { done }, ...(more && { at: { viewId } }) };
}

/** What counts the spacings is in the same partition, and no row's. */
async function clear(tableId: TableId, viewId: ViewId, place: RowPositionItem): Promise<void> {
  await retryOnConflict(async () => {
    const { recordId } = place as { recordId?: RecordId };
    const record = recordId && (await getItem<RecordItem>(recordKey(tableId, recordId)));
    if (!record || record.moved?.[viewId] !== place.sk) return removeItems([place]);
    const { [viewId]: _, ...others } = record.moved;
    const moved = Object.keys(others).length > 0 ? others : undefined;
    await commit([change(record, applyMove({ moved }, record)), remove(place)]);
  });
}

/** Removes some of the places in the views of a table whose records are gone; gives whether there are more. */
export async function clearPlaces(tableId: TableId): Promise<boolean> {
  const views = await readAll<ViewItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("VIEW#") });
  for (const { id } of views) {
    const { items, more } = await readPage({ pk: orderOf(id) });
    await removeItems(items);
    if (more) return true;
  }
  return false;
}
