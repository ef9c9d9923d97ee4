/* When the job of a fill is given up, ends the fill: its field is no longer being filled. */

import type { Endings } from "#lib/data/jobs/run-job";

export const fillEndings: Endings = {
  // loaded late: few jobs are given up
  fillCells: async (job, error) => (await import("./end-fill.ts")).giveUpFill(job, error),
};
