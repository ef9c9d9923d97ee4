/* When an export, an import or a copy of a base is given up, removes everything that it has made. */

import type { Endings } from "#lib/data/jobs/run-job";

/** Loaded late: few jobs are given up. */
const loading = () => import("./clear-import.ts");

export const backupEndings: Endings = {
  importBase: async (job) => (await loading()).clearHiddenBase(job),
  duplicateBase: async (job) => (await loading()).undoDuplicate(job),
  exportBase: async (job) => (await loading()).undoExport(job),
};
