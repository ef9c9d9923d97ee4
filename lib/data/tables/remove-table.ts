/*
 * Deleting a table: nothing answers for it any more and its names are free, at once. It lies in the trash of its base until it is
 * brought back (restore-table.ts) or its time is over; or it goes for good, and a job clears what is in it.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { findKept, type TableItem } from "#lib/data/schema/table-schema";
import { withCopy } from "#lib/data/schema/tables";
import { find as findBase } from "#lib/data/spaces/bases";
import { deleteTableChange, dueKey, idOf, tableDeletionKey, trashDue } from "#lib/data/trash/trash";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { BaseId, JobId, TableId, TrashId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, remove, removeKey, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { readAll } from "#lib/store/store";

type Who = Pick<Caller, "userId" | "now">;

/** Puts a table into the trash. */
export const removeTable = ({ id, baseId }: TableItem, { userId, now }: Who): Promise<TrashId> =>
  withCopy(id, baseId, async (table, copy, base) => {
    await commit([
      change(table, { deletedTime: now, deletedBy: userId }),
      ...[remove(copy), change(base, {}), ...deleteTableChange(table, { userId, now })],
    ]);
    return idOf(tableDeletionKey(table, now));
  });

/** Deletes a table for good, whether it is there or in the trash. */
export async function removeForGood(table: TableItem, who: Who): Promise<JobId> {
  if (table.deletedTime) return clearFromTrash(table.id, who);
  return withCopy(table.id, table.baseId, async (latest, copy, base) => {
    const job = clearing(latest, who);
    await commit([
      change(latest, { deletedTime: who.now, isCleared: true }),
      ...[remove(copy), change(base, {}), job.change],
    ]);
    return job.jobId;
  });
}

/** Clears a table that is in the trash; 404 if it is there no more. */
const clearFromTrash = (id: TableId, who: Who): Promise<JobId> =>
  retryOnConflict(async () => {
    const table = await findKept(id);
    if (!table?.deletedTime) throw notFound("table", id);
    const job = clearing(table, who);
    await commit([change(table, { isCleared: true }), ...leavingTrash(table, table.deletedTime), job.change]);
    return job.jobId;
  });

const leavingTrash = (table: TableItem, deletedTime: string): Change[] => [
  removeKey(tableDeletionKey(table, deletedTime)),
  removeKey(dueKey(table, deletedTime)),
];

function clearing({ id, baseId, spaceId }: TableItem, { userId, now }: Who) {
  const subject = { tableId: id, baseId, spaceId };
  return jobs.startChange("clearTable", subject, { userId, now, dueTime: readSettledTime(now) });
}

/** A table of a base, in its trash or not. */
export async function findToRemove(baseId: BaseId, id: TableId): Promise<TableItem | undefined> {
  const [base, table] = await Promise.all([findBase(baseId), findKept(id)]);
  return base && table?.baseId === baseId ? table : undefined;
}

/** Starts to clear the tables whose time in the trash is over. */
export async function clearDue(now: string): Promise<void> {
  const over = await readAll({ pk: trashDue, to: now });
  for (const item of over) await clearOne(item["tableId"] as TableId, now);
}

/** For whoever deleted it; nothing if it has left the trash meanwhile. */
export async function clearOne(id: TableId, now: string): Promise<void> {
  const table = await findKept(id);
  const userId = table?.deletedBy;
  if (!userId) return;
  await clearFromTrash(id, { userId, now }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  });
}
