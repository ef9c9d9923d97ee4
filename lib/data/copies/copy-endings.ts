/* When the job of a copy is given up, removes everything that it has made. */

import type { Endings } from "#lib/data/jobs/run-job";

/** Loaded late: few jobs are given up. */
const loading = () => import("./undo-copy.ts");

export const copyEndings: Endings = {
  duplicateField: async (job, error) => (await loading()).giveUpField(job, error),
  duplicateTable: async (job, error) => (await loading()).giveUpTable(job, error),
};
