/*
 * Emptying a trash: its contents are gone at once, by `trashEmptiedTime` of the table or base; a job clears them.
 *
 *   of a table  deleted fields begin to be cleared; images of the records, then the `deletion` items; their removal starts jobs that clear comments (record-images.ts)
 *   of a base   one job for each table
 */

import type { Caller } from "#lib/data/identity/caller";
import { countingDown } from "#lib/data/identity/counting-down";
import { defineJob, nowhere } from "#lib/data/jobs/define-job";
import * as jobs from "#lib/data/jobs/jobs";
import { find, type TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import * as bases from "#lib/data/spaces/bases";
import { clearOne } from "#lib/data/tables/remove-table";
import { type DeletionItem, type Holder, imagesOf, tableIn, trashOf } from "#lib/data/trash/trash";
import { notFound } from "#lib/schemas/basics/error";
import type { JobId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { change, commit, retryOnConflictFrom } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { readPage } from "#lib/store/store";

type TrashHolder = { base: BaseItem; table?: never } | { table: TableItem; base?: never };

/** Gives the id of the job that clears the trash. Throws 404 if the base or table was deleted. */
export async function emptyTrash(start: TrashHolder, { userId, now }: Caller): Promise<JobId> {
  const readAgain = (): Promise<BaseItem | TableItem | undefined> =>
    start.base ? bases.find(start.base.id) : find(start.table.id);
  return retryOnConflictFrom(start.base ?? start.table, readAgain, async (holder) => {
    if (!holder) throw notFound(start.base ? "base" : "table", (start.base ?? start.table).id);
    const { spaceId } = holder;
    const subject = start.base
      ? { baseId: start.base.id, spaceId }
      : { ...jobs.ofTable(start.table), spaceId };
    // images of records deleted a moment ago may not be stored yet
    const dueTime = readSettledTime(now);
    const job = jobs.startChange("clearTrash", subject, { userId, now, dueTime });
    await commit([change(holder, { trashEmptiedTime: laterOf(holder.trashEmptiedTime, now) }), job.change]);
    return job.jobId;
  });
}

const laterOf = (before: string | undefined, now: string) => (before && before > now ? before : now);

const perPiece = 20;

async function clearFieldsOf(
  tableId: TableId,
  { fields: fieldIds, deletedTime, deletedBy: userId }: DeletionItem,
  now: string,
): Promise<void> {
  if (!fieldIds) return;
  const { clearKept } = await import("#lib/data/tables/restore-fields");
  await clearKept({ tableId, fieldIds, deletedTime }, { userId, now });
}

/** One piece of the job: clears what was in the trash when the job was made. */
export const clearTrash = defineJob("clearTrash", { place: nowhere }, async (job) => {
  const { baseId, tableId, createdTime, progress } = job;
  const holder: Holder | undefined = tableId ?? baseId;
  if (!holder) throw new Error("the job names no trash");
  const range = { pk: trashOf(holder), from: countingDown(createdTime), limit: perPiece };
  const { items, more } = await readPage<DeletionItem>(range);
  const now = new Date().toISOString();
  if (tableId) {
    await removeItems(items.flatMap((item) => imagesOf(tableId, item)));
    for (const item of items) if (!item.restoredTime) await clearFieldsOf(tableId, item, now);
  } else for (const item of items) if (!item.restoredTime) await clearOne(tableIn(item), now);
  await removeItems(items);
  const done = progress.done + items.length;
  return more ? { progress: { done }, at: {} } : { progress: { done } };
});
