/*
 * Emptying a trash: what is in it is gone at once, by a time that the table or base carries from then on; a job clears it.
 *
 *   of a table  images of the records, then what says that they were deleted; of that keep-past.ts hears, and has comments cleared
 *   of a base   for each table a job of its own
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { find, type TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import * as bases from "#lib/data/spaces/bases";
import { clearOne } from "#lib/data/tables/remove-table";
import { countingDown } from "#lib/data/trash/history";
import { type DeletionItem, type Holder, imagesOf, tableIn, trashOf } from "#lib/data/trash/trash";
import { notFound } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { readPage, removeItems } from "#lib/store/store";

type Found = { base: BaseItem; table?: never } | { table: TableItem; base?: never };

export async function emptyTrash(start: Found, { userId, now }: Caller): Promise<JobId> {
  let current: BaseItem | TableItem | undefined = start.base ?? start.table;
  return retryOnConflict(async () => {
    const holder = current ?? (start.base ? await bases.find(start.base.id) : await find(start.table.id));
    current = undefined;
    if (!holder) throw notFound(start.base ? "base" : "table", (start.base ?? start.table).id);
    const { spaceId } = holder;
    const subject = start.base
      ? { baseId: start.base.id }
      : { tableId: start.table.id, baseId: start.table.baseId };
    // what was deleted a moment ago is still being put away
    const dueTime = readSettledTime(now);
    const job = jobs.startChange("clearTrash", { spaceId, ...subject }, { userId, now, dueTime });
    await commit([change(holder, { trashEmptiedTime: laterOf(holder.trashEmptiedTime, now) }), job.change]);
    return job.jobId;
  });
}

const laterOf = (before: string | undefined, now: string) => (before && before > now ? before : now);

const perPiece = 20;

/** A piece of it: what was in the trash when the job was made. */
export async function clearTrash({ baseId, tableId, createdTime, progress }: jobs.JobItem): Promise<Step> {
  const holder: Holder | undefined = tableId ?? baseId;
  if (!holder) throw new Error("the job names no trash");
  const range = { pk: trashOf(holder), from: countingDown(createdTime), limit: perPiece };
  const { items, more } = await readPage<DeletionItem>(range);
  const now = new Date().toISOString();
  if (tableId) await removeItems(items.flatMap((item) => imagesOf(tableId, item)));
  else for (const item of items) if (!item.restoredTime) await clearOne(tableIn(item), now);
  await removeItems(items);
  const done = progress.done + items.length;
  return more ? { progress: { done }, at: {} } : { progress: { done } };
}
