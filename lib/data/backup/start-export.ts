/* Begins the export of a base. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { BaseExport, StartedBaseExport } from "#lib/schemas/tables/backup";
import { commit } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { ExportAt } from "./job-places.ts";

/** Starts the job that writes the file. */
export async function startExport(
  { id: baseId, spaceId }: BaseItem,
  { attachments }: BaseExport,
  caller: Caller,
): Promise<StartedBaseExport> {
  const { userId, now, may } = caller;
  const at: ExportAt = { attachments, records: true, seeEmails: may.seeEmails };
  const job = jobs.startChange("exportBase", { baseId, spaceId }, { userId, now, dueTime: now, at });
  const answer: StartedBaseExport = { jobId: job.jobId };
  await commit([job.change, ...keepAnswer(caller, answer)]);
  return answer;
}
