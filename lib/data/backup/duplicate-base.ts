/*
 * Duplicates a base: one job exports it into a file of its own, and then imports that file. The copy counts as deleted until everything is in
 * it, as every imported base does; what fails leaves nothing to see. The file is removed a day later.
 */

import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import type { JobItem } from "#lib/data/jobs/jobs";
import * as jobs from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { hiddenBaseChanges } from "#lib/data/spaces/hidden-base";
import { sizeOf } from "#lib/files/storage";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import type { BaseDuplicate, StartedBaseDuplicate } from "#lib/schemas/tables/backup";
import { commit } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";
import { exportBase } from "./export-base.ts";
import type { ExportAt } from "./export-state.ts";
import { failedStep, importBase } from "./import-base.ts";
import { beginImport, type ImportAt } from "./import-work.ts";

/** What the job keeps. */
interface DuplicateAt {
  from: BaseId;
  exporting: ExportAt;
  /** Present when the file is complete. */
  importing?: ImportAt;
}

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
  const begin = { userId, now, dueTime: now, at: { ...at } };
  const job = jobs.startChange("duplicateBase", { baseId: base.id, spaceId }, begin);
  const answer: StartedBaseDuplicate = { id: base.id, name, spaceId, jobId: job.jobId };
  await commit([...base.changes, job.change, ...keepAnswer(caller, answer)]);
  return answer;
}

/** One turn of the job. `mayCreate` tells whether a role in the space may create bases. */
export async function duplicateBase(job: JobItem, mayCreate: (role: Role) => boolean): Promise<Step> {
  const at = job.at as unknown as DuplicateAt;
  if (at.importing) {
    const step = await importBase({ ...job, at: { ...at.importing } }, mayCreate);
    return step.at ? { ...step, at: { ...at, importing: step.at } } : step;
  }
  const { counts: _, file, ...step } = await exportBase({ ...job, baseId: at.from, at: { ...at.exporting } });
  const base = job.baseId && (await getItem<BaseItem>(baseKey(job.baseId)));
  if (!base) throw new Error("the job has no base");
  if (step.error !== undefined) return failedStep(job, base, step.error);
  if (file === undefined) return { ...step, at: { ...at, exporting: step.at } };
  const size = (await sizeOf(file)) ?? 0;
  const seed = randomBytes(16).toString("hex");
  const importing = { ...beginImport({ token: file, size, seed }), done: step.progress.done };
  return { ...step, at: { ...at, importing } };
}
