/* What happens when an export, an import or a copy of a base is given up: nothing of it is left. */

import type { Endings } from "#lib/data/jobs/run-job";
import type { ExportAt } from "./export-state.ts";
import type { DuplicateAt } from "./import-work.ts";

/** Loaded late: few jobs are given up. */
const loading = () => import("./clear-import.ts");

export const backupEndings: Endings = {
  async importBase(job) {
    return (await loading()).clearHiddenBase(job);
  },
  async duplicateBase(job) {
    const { clearHiddenBase, removeFilesOfCopy } = await loading();
    const cleared = await Promise.all([
      clearHiddenBase(job),
      removeFilesOfCopy(job.at as unknown as DuplicateAt),
    ]);
    return cleared.flat();
  },
  async exportBase(job) {
    return (await loading()).removeFilesOfExport(job.at as unknown as ExportAt, false);
  },
};
