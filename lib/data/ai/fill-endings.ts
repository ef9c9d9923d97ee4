/* What happens to a fill whose job is given up: the field is no longer being filled. */

import type { Endings } from "#lib/data/jobs/run-job";
import { remove } from "#lib/store/commit";

export const fillEndings: Endings = {
  async fillCells(job, error) {
    // loaded late: few jobs are given up
    const { endFill } = await import("./end-fill.ts");
    const fill = await endFill(job, error);
    return fill ? [remove(fill)] : [];
  },
};
