/* Begins the import of a base. */

import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { dueIfLeft } from "#lib/data/jobs/work-at-once";
import * as attachments from "#lib/data/records/attachments";
import { hiddenBaseChanges } from "#lib/data/spaces/hidden-base";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { BaseImport, StartedBaseFileImport, StartedBaseImport } from "#lib/schemas/tables/backup";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { openBackup } from "./backup-file.ts";
import { beginImport, readingToken } from "./import-work.ts";
import { makeNewIds } from "./new-ids.ts";

/** Starts the job that makes the base. Throws 400 if the file is not an export, 404 for an unknown file. */
export async function startImport(
  spaceId: SpaceId,
  sent: BaseImport,
  caller: Caller,
): Promise<StartedBaseImport> {
  const where = { at: "token", dueTime: caller.now };
  return begin(spaceId, sent, caller, where, ({ base, jobId }) => ({ baseId: base.id, jobId }));
}

/** The same for a call that goes on with the job itself; the answer has all new ids. */
export async function startFileImport(
  spaceId: SpaceId,
  sent: BaseImport,
  caller: Caller,
): Promise<StartedBaseFileImport> {
  const where = { at: "notify.token", dueTime: dueIfLeft(caller.now) };
  return begin(spaceId, sent, caller, where, ({ base, jobId, tables, ids }) => {
    const mapOf = (old: { id: string }[]) => Object.fromEntries(old.map(({ id }) => [id, ids.of(id)]));
    const answer: StartedBaseFileImport = {
      base,
      tableIdMap: mapOf(tables),
      fieldIdMap: mapOf(tables.flatMap(({ fields }) => fields)),
      viewIdMap: mapOf(tables.flatMap(({ views }) => views)),
      jobId,
    };
    refuseLargeAnswer(JSON.stringify(answer));
    return answer;
  });
}

/** `at`: the path of the token in the body. */
interface Where {
  at: string;
  dueTime: string;
}

/** Commits the job and the base that it will fill, with the answer of the call. */
const begin = <Answer>(
  spaceId: SpaceId,
  sent: BaseImport,
  caller: Caller,
  where: Where,
  answerOf: (planned: Awaited<ReturnType<typeof planImport>>) => Answer,
): Promise<Answer> =>
  // two imports of one file both change its item
  retryOnConflict(async () => {
    const planned = await planImport(spaceId, sent, caller, where);
    const answer = answerOf(planned);
    await commit([...planned.changes, ...keepAnswer(caller, answer)]);
    return answer;
  });

async function planImport(
  spaceId: SpaceId,
  { token, name }: BaseImport,
  caller: Caller,
  { at: path, dueTime }: Where,
) {
  const { userId, now } = caller;
  const file = await attachments.getOwn(token, caller).catch(() => {
    throw unknownInside([{ path, message: "no file with this token was uploaded by you" }]);
  });
  if (file.state !== "uploaded")
    throw invalid([
      {
        path,
        message: "the file is not uploaded yet; send its bytes, then call POST /attachments/notify/{token}",
      },
    ]);
  const { manifest, tables } = await openBackup(readingToken(token), file.size);
  const head = { spaceId, name: name ?? manifest.name };
  const base = await hiddenBaseChanges({ ...head, icon: manifest.icon }, { userId, now });
  const seed = randomBytes(16).toString("hex");
  const at = beginImport({ token, size: file.size, seed });
  const job = jobs.startChange("importBase", { baseId: base.id, spaceId }, { userId, now, dueTime, at });
  return {
    ...{ base: { id: base.id, ...head }, jobId: job.jobId, tables, ids: makeNewIds(seed) },
    changes: [
      ...base.changes,
      job.change,
      ...(file.expiresAt === undefined
        ? []
        : [change(file, { expiresAt: expiryIn(3 * secondsPerDay, now) })]),
    ],
  };
}
