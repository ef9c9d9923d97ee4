/* What happens to a copy whose job is given up: nothing of it is left. */

import type { Endings } from "#lib/data/jobs/run-job";

/** Loaded late: few jobs are given up. */
const loading = () => Promise.all([import("./run-copy.ts"), import("./undo-copy.ts")]);

export const copyEndings: Endings = {
  async duplicateField(job, error) {
    const [{ failCopy }, { undoField }] = await loading();
    return (await failCopy(job, undoField, error)).ending ?? [];
  },
  async duplicateTable(job, error) {
    const [{ failCopy }, { undoTable }] = await loading();
    return (await failCopy(job, undoTable, error)).ending ?? [];
  },
};
