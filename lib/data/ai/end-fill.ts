/* Ends a fill: because all cells are done, or for a reason. */

import { openJob } from "#lib/data/jobs/define-job";
import type { JobItem } from "#lib/data/jobs/jobs";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type FieldItem, fieldKey, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type Change, change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { FillAt, type FillItem, type FillingJob, readFill } from "./fills.ts";
import { clearTasks, listTasks } from "./tasks.ts";

/** Notes that the fill has ended, and that the field is no longer pending. May be repeated. */
export async function endFill(job: FillingJob, error?: string): Promise<FillItem | undefined> {
  return retryOnConflict(async () => {
    const fill = await readFill(job);
    if (!fill || fill.outcome) return fill;
    const outcome = error === undefined ? {} : { error };
    await commit([change(fill, { outcome, wait: undefined }), ...(await fieldChanges(job, fill))]);
    return { ...fill, outcome, version: fill.version + 1 };
  });
}

/** The changes by which a field is no longer being filled; also if its table is in the trash. */
async function fieldChanges({ tableId, id }: FillingJob, fill: FillItem): Promise<Change[]> {
  if (fill.recordId || !tableId) return [];
  const [field, table] = await Promise.all([
    getItem<FieldItem>(fieldKey(tableId, fill.fieldId)),
    getItem<TableItem>(tableKey(tableId)),
  ]);
  if (!table || field?.filling !== id) return [];
  return raiseVersions([change(field, { filling: undefined })], [table]);
}

/**
 * Called when the job of an auto-filled field has ended. After an error its tasks are removed. Otherwise tasks may have been added at the
 * end: then the fill goes on, and is given.
 */
export async function reopenFill(job: FillingJob, fill: FillItem): Promise<FillItem | undefined> {
  const { tableId } = job;
  if (!fill.auto || !tableId) return undefined;
  if (fill.outcome?.error !== undefined) await clearTasks(tableId, fill.fieldId);
  const [task] = await listTasks(tableId, fill.fieldId, 1);
  if (!task) return undefined;
  return retryOnConflict(async () => {
    const latest = await readFill(job);
    if (!latest?.outcome) return latest;
    await commit([change(latest, { outcome: undefined })]);
    const { outcome: _, ...open } = latest;
    return { ...open, version: latest.version + 1 } as FillItem;
  });
}

/** The changes for a fill whose job is given up. */
export async function giveUpFill(job: JobItem, error: string): Promise<Change[]> {
  const opened = openJob({ needs: "tableId", place: FillAt }, job);
  const fill = await endFill(opened, error);
  if (fill?.auto) await clearTasks(opened.tableId, fill.fieldId);
  // if it did tasks, one of these says why they were not done
  return fill && !fill.auto ? [remove(fill)] : [];
}
