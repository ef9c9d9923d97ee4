/* The end of a fill: with everything, or for a reason. */

import type { JobItem } from "#lib/data/jobs/jobs";
import { type FieldItem, fieldKey, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type FillItem, readFill } from "./fills.ts";

/** Notes that the fill has ended, and that the field is not pending. Any number of times. */
export async function endFill(job: EndedJob, error?: string): Promise<FillItem | undefined> {
  return retryOnConflict(async () => {
    const fill = await readFill(job);
    if (!fill || fill.outcome) return fill;
    const outcome = error === undefined ? {} : { error };
    await commit([change(fill, { outcome }), ...(await fieldChanges(job, fill))]);
    return { ...fill, outcome, version: fill.version + 1 };
  });
}

/** The changes by which a field is no longer being filled; also if its table is in the trash. */
async function fieldChanges({ tableId, id }: EndedJob, fill: FillItem): Promise<Change[]> {
  if (fill.recordId || !tableId) return [];
  const [field, table] = await Promise.all([
    getItem<FieldItem>(fieldKey(tableId, fill.fieldId)),
    getItem<TableItem>(tableKey(tableId)),
  ]);
  if (!table || field?.filling !== id) return [];
  return [change(field, { filling: undefined }), change(table, { schemaVersion: table.schemaVersion + 1 })];
}

type EndedJob = Pick<JobItem, "tableId" | "id">;
