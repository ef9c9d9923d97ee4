/*
 * The places of a deleted view's rows: each goes together with what its record says of it. It begins when no request can be putting
 * rows there any more (settled-time.ts), so one pass leaves nothing.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { orderOf, recordKey } from "#lib/data/records/record-keys";
import { movedTo, type RecordItem } from "#lib/data/records/records";
import type { PlaceItem } from "#lib/data/rows/row-order";
import { tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import type { RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { again, change, commit, remove } from "#lib/store/commit";
import { together } from "#lib/store/retry";
import { all, get, page, removeMany, startingWith } from "#lib/store/store";

const rowsPerPiece = 500;

export async function clearOrder({ tableId, at, progress }: JobItem): Promise<Step> {
  const viewId = at?.["viewId"] as ViewId | undefined;
  if (!tableId || !viewId) throw new Error("the job names no view");
  const { items, more } = await page<PlaceItem>({ pk: orderOf(viewId), limit: rowsPerPiece });
  await together(items, (place) => clear(tableId, viewId, place));
  const done = progress.done + items.length;
  return { progress: { done }, ...(more && { at: { viewId } }) };
}

/** What counts the spacings is in the same partition, and no row's. */
async function clear(tableId: TableId, viewId: ViewId, place: PlaceItem): Promise<void> {
  await again(async () => {
    const { recordId } = place as { recordId?: RecordId };
    const record = recordId && (await get<RecordItem>(recordKey(tableId, recordId)));
    if (!record || record.moved?.[viewId] !== place.sk) return removeMany([place]);
    const { [viewId]: _, ...others } = record.moved;
    const moved = Object.keys(others).length > 0 ? others : undefined;
    await commit([change(record, movedTo({ moved }, record)), remove(place)]);
  });
}

/** Removes some of the places in the views of a table whose records are gone; gives whether there are more. */
export async function clearPlaces(tableId: TableId): Promise<boolean> {
  const views = await all<ViewItem>({ pk: tableKey(tableId).pk, ...startingWith("VIEW#") });
  for (const { id } of views) {
    const { items, more } = await page({ pk: orderOf(id) });
    await removeMany(items);
    if (more) return true;
  }
  return false;
}
