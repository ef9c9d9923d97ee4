/*
 * Duplicates a base: one job exports it into a file of its own, and then imports that file. The copy counts as deleted until everything is in
 * it, as every imported base does; what fails leaves nothing to see. The file is removed when the job ends.
 *
 * The person who asked for it must have the rights on the original until the end.
 */

import { randomBytes } from "node:crypto";
import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import { sizeOf } from "#lib/files/storage";
import type { Role } from "#lib/schemas/basics/role";
import { removeFilesOfCopy } from "./clear-import.ts";
import { exportBase, exportRefused } from "./export-base.ts";
import { failedStep, importBase } from "./import-base.ts";
import { beginImport, type DuplicateAt } from "./import-work.ts";

interface How {
  /** Whether a role in the base may export it. */
  mayExport: (role: Role) => boolean;
  /** Whether a role in the space may create bases. */
  mayCreate: (role: Role) => boolean;
  /** Of a turn, if not the usual ones. */
  milliseconds?: number;
}

/** One turn of the job. */
export async function duplicateBase(job: JobItem, how: How): Promise<Step> {
  const at = job.at as unknown as DuplicateAt;
  const step = await (at.importing ? importCopy(job, at, how) : exportOriginal(job, at, how));
  if (step.at) return step;
  return { ...step, ending: [...(step.ending ?? []), ...(await removeFilesOfCopy(at))] };
}

async function exportOriginal(
  job: JobItem,
  at: DuplicateAt,
  { mayExport, milliseconds }: How,
): Promise<Step> {
  const exporting = { ...job, baseId: at.from, at: { ...at.exporting } };
  const { counts: _, ending: __, file, ...step } = await exportBase(exporting, mayExport, milliseconds);
  if (step.error !== undefined) return failedStep(job, step.error);
  if (file === undefined) return { ...step, at: { ...at, exporting: step.at } };
  const size = await sizeOf(file);
  if (size === undefined) throw new Error("the file of the export is missing");
  const seed = randomBytes(16).toString("hex");
  const importing = { ...beginImport({ token: file, size, seed }), done: step.progress.done };
  return { ...step, at: { ...at, importing } };
}

async function importCopy(
  job: JobItem,
  at: DuplicateAt,
  { mayExport, mayCreate, milliseconds }: How,
): Promise<Step> {
  // an original that was deleted after all of it was read takes no rights away
  const original = await bases.find(at.from);
  if (original && !(await rolesIn(original, job.createdBy)).some(mayExport))
    return failedStep(job, exportRefused);
  const step = await importBase({ ...job, at: { ...at.importing } }, mayCreate, milliseconds);
  return step.at ? { ...step, at: { ...at, importing: step.at } } : step;
}
