/*
 * Duplicates a base: one job exports it into a file of its own, and then imports that file. The copy counts as deleted until everything is in
 * it, as every imported base does; what fails leaves nothing to see. The file is removed when the job ends.
 *
 * The person who asked for it must have the rights on the original until the end.
 */

import { randomBytes } from "node:crypto";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import { sizeOf } from "#lib/files/storage";
import type { Role } from "#lib/schemas/basics/role";
import { removeFilesOfCopy } from "./clear-import.ts";
import { exportRefused, writePart } from "./export-base.ts";
import { failedStep, readPart } from "./import-base.ts";
import { beginImport } from "./import-work.ts";
import { DuplicateAt, type ImportAt } from "./job-places.ts";

interface How {
  /** Whether a role in the base may export it. */
  mayExport: (role: Role) => boolean;
  /** Whether a role in the space may create bases. */
  mayCreate: (role: Role) => boolean;
  /** How long a turn works, if not as usual. */
  milliseconds?: number;
}

/** One turn of the job. */
export const duplicateBase = defineJob("duplicateBase", { needs: "baseId", place: DuplicateAt }, copySome);

type CopyJob = JobAt<DuplicateAt, "baseId">;

async function copySome(job: CopyJob, how: How): Promise<Step<DuplicateAt>> {
  const { importing } = job.at;
  const step = await (importing ? importCopy(job, importing, how) : exportOriginal(job, how));
  if (step.at) return step;
  return { ...step, ending: [...(step.ending ?? []), ...(await removeFilesOfCopy(job.at))] };
}

async function exportOriginal(job: CopyJob, { mayExport, milliseconds }: How): Promise<Step<DuplicateAt>> {
  const { at } = job;
  const original = { ...job, baseId: at.from, at: at.exporting };
  const { counts: _, ending: __, file, ...step } = await writePart(original, mayExport, milliseconds);
  if (step.error !== undefined) return failedStep(job, step.error);
  if (step.at) return { ...step, at: { ...at, exporting: step.at } };
  if (file === undefined) throw new Error("the export has ended without a file");
  const size = await sizeOf(file);
  if (size === undefined) throw new Error("the file of the export is missing");
  const seed = randomBytes(16).toString("hex");
  const importing = { ...beginImport({ token: file, size, seed }), done: step.progress.done };
  return { ...step, at: { ...at, importing } };
}

async function importCopy(
  job: CopyJob,
  importing: ImportAt,
  { mayExport, mayCreate, milliseconds }: How,
): Promise<Step<DuplicateAt>> {
  const { at } = job;
  // if the original was deleted after it was read completely, the caller may still copy it
  const original = await bases.find(at.from);
  if (original && !(await rolesIn(original, job.createdBy)).some(mayExport))
    return failedStep(job, exportRefused);
  const { at: next, ...step } = await readPart({ ...job, at: importing }, mayCreate, milliseconds);
  return next ? { ...step, at: { ...at, importing: next } } : step;
}
