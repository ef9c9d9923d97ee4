/* Gives the address at which the file of an export can be read. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { BaseItem } from "#lib/data/spaces/bases";
import { downloadAddress } from "#lib/files/storage";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";

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
