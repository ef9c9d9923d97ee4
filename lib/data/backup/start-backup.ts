/* Begins exports and imports of bases. */

import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import * as attachments from "#lib/data/records/attachments";
import type { BaseItem } from "#lib/data/spaces/bases";
import { hiddenBaseChanges } from "#lib/data/spaces/hidden-base";
import { downloadAddress } from "#lib/files/storage";
import { AppError, invalid, notFound, unknownInside } from "#lib/schemas/basics/error";
import type { JobId, SpaceId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type {
  BaseExport,
  BaseImport,
  StartedBaseExport,
  StartedBaseImport,
} from "#lib/schemas/tables/backup";
import { change, commit } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { ImportAt } from "./import-work.ts";

/** Starts the job that writes the file. */
export async function startExport(
  { id: baseId, spaceId }: BaseItem,
  { attachments }: BaseExport,
  caller: Caller,
): Promise<StartedBaseExport> {
  const { userId, now, may } = caller;
  const at = { attachments, records: true, seeEmails: may.seeEmails };
  const job = jobs.startChange("exportBase", { baseId, spaceId }, { userId, now, dueTime: now, at });
  const answer: StartedBaseExport = { jobId: job.jobId };
  await commit([job.change, ...keepAnswer(caller, answer)]);
  return answer;
}

/** The address of the file. Throws 404 if the caller did not begin such a job, 409 if it has not ended or the file is gone. */
export async function exportAddress(
  { id: baseId, name }: BaseItem,
  id: JobId,
  caller: Caller,
): Promise<string> {
  const job = await jobs.find(id, { baseId });
  if (job?.kind !== "exportBase" || job.createdBy !== caller.userId) throw notFound("job", id);
  if (!job.file || job.state !== "done")
    throw new AppError("conflict", `The export is ${job.state}; its file exists when it is done`);
  const day = (at: string) => Date.parse(at) / 1000;
  if (day(caller.now) - day(job.createdTime) > secondsPerDay) throw notFound("file of the job", id);
  const file = { part: job.file, name: `${name}.zip`, mimetype: "application/zip" };
  return downloadAddress(file, new Date(caller.now));
}

/** Starts the job that makes the base. Throws 400 if the file is not an export, 404 for an unknown file. */
export async function startImport(
  spaceId: SpaceId,
  { token, name }: BaseImport,
  caller: Caller,
): Promise<StartedBaseImport> {
  const { userId, now } = caller;
  const file = await attachments.getOwn(token, caller).catch(() => {
    throw unknownInside([{ path: "token", message: "no file with this token was uploaded by you" }]);
  });
  if (file.state !== "uploaded")
    throw invalid([
      {
        path: "token",
        message: "the file is not uploaded yet; send its bytes, then call POST /attachments/notify/{token}",
      },
    ]);
  const { openBackup } = await import("./backup-file.ts");
  const { readingToken } = await import("./reading-token.ts");
  const { manifest } = await openBackup(readingToken(token), file.size);
  const base = await hiddenBaseChanges(
    { spaceId, name: name ?? manifest.name, icon: manifest.icon },
    { userId, now },
  );
  const at: ImportAt = {
    ...{ token, size: file.size, seed: randomBytes(16).toString("hex") },
    ...{ step: "schema", table: 0, at: 0, line: 0, last: 0, done: 0, counts: {} },
  };
  const begin = { userId, now, dueTime: now, at: { ...at } };
  const job = jobs.startChange("importBase", { baseId: base.id, spaceId }, begin);
  const answer: StartedBaseImport = { baseId: base.id, jobId: job.jobId };
  await commit([
    ...base.changes,
    job.change,
    ...(file.expiresAt === undefined ? [] : [change(file, { expiresAt: expiryIn(3 * secondsPerDay, now) })]),
    ...keepAnswer(caller, answer),
  ]);
  return answer;
}
