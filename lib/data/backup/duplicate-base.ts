/*
 * Duplicates a base: one job exports it into a file of its own, and then imports that file. The copy counts as deleted until everything is in
 * it, as every imported base does; what fails leaves nothing to see. The file is removed a day later.
 */

import { randomBytes } from "node:crypto";
import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { sizeOf } from "#lib/files/storage";
import type { Role } from "#lib/schemas/basics/role";
import { getItem } from "#lib/store/store";
import { exportBase } from "./export-base.ts";
import { failedStep, importBase } from "./import-base.ts";
import { beginImport, type DuplicateAt } from "./import-work.ts";

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
