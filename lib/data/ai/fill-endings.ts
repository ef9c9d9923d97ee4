/* What happens to a fill whose job is given up: the field is no longer being filled. */

import type { Endings } from "#lib/data/jobs/run-job";
import type { TableId } from "#lib/schemas/basics/ids";
import { remove } from "#lib/store/commit";

export const fillEndings: Endings = {
  async fillCells(job, error) {
    // loaded late: few jobs are given up
    const [{ endFill }, { clearTasks }] = await Promise.all([import("./end-fill.ts"), import("./tasks.ts")]);
    const fill = await endFill(job, error);
    if (!fill) return [];
    if (fill.auto) await clearTasks(job.tableId as TableId, fill.fieldId);
    // one of tasks says why they were not done
    return fill.auto ? [] : [remove(fill)];
  },
};
