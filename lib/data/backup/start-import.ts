/* Begins the import of a base. */

import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import * as attachments from "#lib/data/records/attachments";
import { hiddenBaseChanges } from "#lib/data/spaces/hidden-base";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { BaseImport, StartedBaseImport } from "#lib/schemas/tables/backup";
import { change, commit } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { openBackup } from "./backup-file.ts";
import { beginImport, readingToken } from "./import-work.ts";

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
  const { manifest } = await openBackup(readingToken(token), file.size);
  const base = await hiddenBaseChanges(
    { spaceId, name: name ?? manifest.name, icon: manifest.icon },
    { userId, now },
  );
  const at = beginImport({ token, size: file.size, seed: randomBytes(16).toString("hex") });
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
