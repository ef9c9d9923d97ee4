/*
 * Deletes a table. It is no longer found, and its names are free at once. It stays in the trash of its base until it is restored
 * (restore-table.ts) or its time in the trash is over. Deleted for good, a job clears its content (clear-table.ts).
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { markShowing } from "#lib/data/link-fields/shown-tables";
import { findKept, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { find as findBase } from "#lib/data/spaces/bases";
import { deleteTableChange, dueKey, idOf, tableDeletionKey } from "#lib/data/trash/trash";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { BaseId, JobId, TableId, TrashId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, remove, removeKey, retryOnConflict } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";
import { readSettledTime } from "#lib/store/running-calls";
import { withCopy } from "./change-table.ts";

type Deleter = Pick<Caller, "userId" | "now">;

/** Moves a table to the trash; returns the id of its trash entry. */
export const removeTable = (start: TableItem, { userId, now }: Deleter): Promise<TrashId> =>
  withCopyAndSchema(start, async (table, copy, base) => {
    const changes = [
      change(table, { deletedTime: now, deletedBy: userId }),
      ...[remove(copy), change(base, {}), ...deleteTableChange(table, { userId, now })],
      ...(await markShowing(table, { userId, now })),
    ];
    await commit(mergeUpdates(changes));
    return idOf(tableDeletionKey(table, now));
  });

/** Deletes a table for good, from the base or from its trash; returns the job that clears it. */
export async function removeForGood(table: TableItem, deleter: Deleter): Promise<JobId> {
  if (table.deletedTime) return clearFromTrash(table.id, deleter);
  return withCopyAndSchema(table, async (latest, copy, base) => {
    const job = startClearing(latest, deleter);
    const changes = [
      change(latest, { deletedTime: deleter.now, isCleared: true }),
      ...[remove(copy), change(base, {}), job.change],
      ...(await markShowing(latest, deleter)),
    ];
    await commit(mergeUpdates(changes));
    return job.jobId;
  });
}

/** The same as `withCopy`. The schema, which lists the link fields to the table, is read in the same round trip and is then in memory. */
function withCopyAndSchema<Result>(table: TableItem, work: Parameters<typeof withCopy<Result>>[2]) {
  const reading = schemaOf(table).catch(() => undefined);
  return withCopy<Result>(table.id, table.baseId, async (...found) => {
    await reading;
    return work(...found);
  });
}

/** Clears a table that is in the trash; throws 404 if it no longer is. */
const clearFromTrash = (id: TableId, deleter: Deleter): Promise<JobId> =>
  retryOnConflict(async () => {
    const table = await findKept(id);
    if (!table?.deletedTime) throw notFound("table", id);
    const job = startClearing(table, deleter);
    // an incomplete copy is not put into a trash; its job ends
    const leaveTrash = table.copying ? [] : leaveTrashChanges(table, table.deletedTime);
    await commit([change(table, { isCleared: true }), ...leaveTrash, job.change]);
    return job.jobId;
  });

const leaveTrashChanges = (table: TableItem, deletedTime: string): Change[] => [
  removeKey(tableDeletionKey(table, deletedTime)),
  removeKey(dueKey(table, deletedTime)),
];

/** The job that clears a table, when no call can still write it. */
export const startClearing = (table: TableItem, { userId, now }: Deleter) =>
  jobs.startChange("clearTable", jobs.ofTable(table), { userId, now, dueTime: readSettledTime(now) });

/** A table of a base, also one in the trash; `undefined` if it does not exist. */
export async function findToRemove(baseId: BaseId, id: TableId): Promise<TableItem | undefined> {
  const [base, table] = await Promise.all([findBase(baseId), findKept(id)]);
  return base && table?.baseId === baseId ? table : undefined;
}

/** Starts to clear a table in the trash, on behalf of the person who deleted it. Does nothing if it has left the trash. */
export async function clearOne(id: TableId, now: string): Promise<void> {
  const table = await findKept(id);
  const userId = table?.deletedBy;
  if (!userId) return;
  await clearFromTrash(id, { userId, now }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  });
}
