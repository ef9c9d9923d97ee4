/* Deleting a base: nothing answers for it or its tables any more, at once; a job clears what is in it. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { JobId } from "#lib/schemas/basics/ids";
import { change, commit, remove } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { type BaseItem, withCopy } from "./bases.ts";

export const removeBase = (base: BaseItem, { userId, now }: Pick<Caller, "userId" | "now">): Promise<JobId> =>
  withCopy(base, async (current, copy) => {
    const subject = { baseId: base.id, spaceId: base.spaceId };
    const job = jobs.startChange("clearBase", subject, { userId, now, dueTime: readSettledTime(now) });
    await commit([change(current, { deletedTime: now }), remove(copy), job.change]);
    return job.jobId;
  });
