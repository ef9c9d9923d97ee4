/* Begins the copy of a base. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { dueIfLeft } from "#lib/data/jobs/work-at-once";
import type { BaseItem } from "#lib/data/spaces/bases";
import { hiddenBaseChanges } from "#lib/data/spaces/hidden-base";
import type { BaseDuplicate, StartedBaseDuplicate } from "#lib/schemas/tables/backup";
import { commit } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { DuplicateAt } from "./job-places.ts";

/** Starts the job. Throws 400 over the limit of the space. */
export async function startDuplicate(
  from: BaseItem,
  { spaceId, name = `${from.name} copy`, withRecords: records }: BaseDuplicate,
  caller: Caller,
): Promise<StartedBaseDuplicate> {
  const { userId, now, may } = caller;
  const base = await hiddenBaseChanges({ spaceId, name, icon: from.icon }, { userId, now });
  const exporting = { attachments: records, records, seeEmails: may.seeEmails, leavesOutComments: true };
  const at: DuplicateAt = { from: from.id, exporting };
  const begin = { userId, now, dueTime: dueIfLeft(now), at };
  const job = jobs.startChange("duplicateBase", { baseId: base.id, spaceId }, begin);
  const answer: StartedBaseDuplicate = { id: base.id, name, spaceId, jobId: job.jobId };
  await commit([...base.changes, job.change, ...keepAnswer(caller, answer)]);
  return answer;
}
