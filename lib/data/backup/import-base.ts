/*
 * A turn of an import. The base counts as deleted until everything is in it: it cannot be seen before, and what fails or is killed
 * leaves nothing to see.
 *
 *   base (deleted) ──▶ schema ──▶ files ──▶ records ──▶ links compared ──▶ comments ──▶ one commit: the base is there, and the job has ended
 *          └────────── the file is wrong ──▶ one commit: the job has failed, and another one clears the base
 */

import { starterOf } from "#lib/data/identity/caller";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import type { JobItem } from "#lib/data/jobs/jobs";
import { waitForOthers } from "#lib/data/jobs/pace";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { revealChanges } from "#lib/data/spaces/hidden-base";
import { roleAt } from "#lib/data/spaces/members";
import { sizeOf } from "#lib/files/storage";
import { AppError } from "#lib/schemas/basics/error";
import type { Role } from "#lib/schemas/basics/role";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { getItem } from "#lib/store/store";
import { type FileLine, type FileTable, openBackup, refuseFile } from "./backup-file.ts";
import { checkLinks } from "./check-links.ts";
import { clearHiddenBase } from "./clear-import.ts";
import { finishLinks } from "./finish-schema.ts";
import { writeComments } from "./import-comments.ts";
import { writeFiles } from "./import-files.ts";
import { writeRecords } from "./import-records.ts";
import { importSchema } from "./import-schema.ts";
import { type ImportWork, readingToken, readPeople } from "./import-work.ts";
import { ImportAt, steps } from "./job-places.ts";
import { makeNewIds } from "./new-ids.ts";

const turnMilliseconds = 12_000;
const linesPerBatch = 90;
const bytesPerBatch = 1024 * 1024;

/** One turn of the job. `mayImport` tells whether a role in the space may import. */
export const importBase = defineJob("importBase", { needs: "baseId", place: ImportAt }, readPart);

/** The same for a job that copies a base (duplicate-base.ts). */
export async function readPart(
  job: JobAt<ImportAt, "baseId">,
  mayImport: (role: Role) => boolean,
  milliseconds = turnMilliseconds,
): Promise<Step<ImportAt>> {
  const base = await getItem<BaseItem>(baseKey(job.baseId));
  if (!base?.deletedTime) throw new Error("the job has no hidden base");
  const role = await roleAt(`SPACE#${base.spaceId}`, job.createdBy);
  if (!role || !mayImport(role))
    return failedStep(job, "The person who began it may no longer make bases in this space");
  try {
    return await takeTurn(job, base, milliseconds);
  } catch (error) {
    const isWrong = error instanceof AppError && [400, 404, 413].includes(error.status);
    if (!isWrong) throw error;
    return failedStep(job, error.message.replace(/^Validation error: /, ""));
  }
}

/** The job has failed, and another one clears the base. */
export const failedStep = async (job: JobItem, error: string): Promise<Step<never>> => ({
  progress: job.progress,
  error,
  ending: await clearHiddenBase(job),
});

async function takeTurn(
  job: JobAt<ImportAt, "baseId">,
  base: BaseItem,
  milliseconds: number,
): Promise<Step<ImportAt>> {
  const at = structuredClone(job.at);
  const size = await sizeOf(publicPart(at.token as FileToken));
  if (size === undefined) throw refuseFile(undefined, "is gone: it was removed before all of it was read");
  const file = await openBackup(readingToken(at.token as FileToken), at.size);
  const until = performance.now() + milliseconds;
  const work: ImportWork = {
    ...{ file, base, at, ids: makeNewIds(at.seed), caller: starterOf(job) },
    ...(await readPeople(file, base, job.createdBy)),
    isLate: () => performance.now() > until,
    count(what, by = 1) {
      at.counts[what] = (at.counts[what] ?? 0) + by;
    },
  };
  if (at.step === "schema") {
    await importSchema(work);
    work.count("tables", file.tables.length);
    nextStep(at);
  }
  while (at.step !== "finish") {
    const table = file.tables[at.table];
    if (!table) nextStep(at);
    else if (!(await importLines(work, table))) return { ...stepOf(at), at };
  }
  await finishLinks(work);
  const latest = (await getItem<BaseItem>(baseKey(base.id))) ?? base;
  return { ...stepOf(at), ending: revealChanges(latest) };
}

const stepOf = ({ done, counts }: ImportAt) => ({ progress: { done }, counts: { ...counts } });

function nextStep(at: ImportAt): void {
  const i = [...steps, "finish"].indexOf(at.step);
  Object.assign(at, { step: steps[i + 1] ?? "finish", table: 0, ...start });
}

const start = { at: 0, line: 0, last: 0 };

const entryOf = (step: ImportAt["step"], { folder }: FileTable): string =>
  `${folder}/${step === "files" ? "attachments" : step === "comments" ? "comments" : "records"}.jsonl`;

/** The lines of one entry, in batches. False if the time of the turn ends before the last one. */
async function importLines(work: ImportWork, table: FileTable): Promise<boolean> {
  const { at, file } = work;
  let batch: FileLine[] = [];
  let bytes = 0;
  const write = async () => {
    const end = batch.at(-1);
    if (!end) return;
    if (at.step === "files") await writeFiles(work, batch);
    else if (at.step === "records") at.last = await writeRecords(work, table, batch);
    else if (at.step === "links") at.last = await checkLinks(work, table, batch);
    else await writeComments(work, table, batch);
    Object.assign(at, { at: end.at, line: end.line, done: at.done + batch.length });
    batch = [];
    bytes = 0;
  };
  for await (const line of file.lines(entryOf(at.step, table), at)) {
    batch.push(line);
    bytes += line.bytes;
    if (batch.length < linesPerBatch && bytes < bytesPerBatch) continue;
    await write();
    if (work.isLate()) return false;
    await waitForOthers({ baseId: work.base.id });
  }
  await write();
  Object.assign(at, { table: at.table + 1, ...start });
  return !work.isLate();
}
