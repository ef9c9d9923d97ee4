/* What happens to a copy whose job is given up: nothing of it is left. */

import type { Endings } from "#lib/data/jobs/run-job";

/** Loaded late: few jobs are given up. */
const failLate = async (...args: Parameters<typeof import("./run-copy.ts").failCopy>) =>
  (await (await import("./run-copy.ts")).failCopy(...args)).ending ?? [];

export const copyEndings: Endings = {
  duplicateField: async (job, error) => failLate(job, (await import("./copy-cells.ts")).copyCells, error),
  duplicateTable: async (job, error) => failLate(job, (await import("./copy-records.ts")).copyRecords, error),
};
