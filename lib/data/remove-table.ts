/* Deleting a table: nothing answers for it any more and its names are free, at once; a job clears what is in it. */
import type { JobId } from "#lib/schemas/ids";
import type { Caller } from "./caller.ts";
import { change, commit, remove } from "./commit.ts";
import * as jobs from "./jobs.ts";
import { settledTime } from "./settled-time.ts";
import type { TableItem } from "./table-schema.ts";
import { withCopy } from "./tables.ts";

export const removeTable = ({ id, baseId }: TableItem, { userId, now }: Caller): Promise<JobId> =>
  withCopy(id, baseId, async (table, copy, base) => {
    const subject = { tableId: id, baseId, spaceId: table.spaceId };
    const job = jobs.starting("clearTable", subject, { userId, now, dueTime: settledTime(now) });
    await commit([change(table, { deletedTime: now }), remove(copy), change(base, {}), job.change]);
    return job.jobId;
  });
