/* Deleting a base for good: the base and its tables are gone at once; a job clears their contents. Also for a base in the trash. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { placeLog, readNames } from "#lib/data/spaces/access-log/open-log";
import { type BaseItem, findKept, isInTrash, withCopy } from "#lib/data/spaces/bases";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { BaseId, JobId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, remove, removeKey, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { deletionKeyIn, dueKey } from "./trash.ts";

interface Deleter extends Pick<Caller, "userId" | "now"> {
  /** The space of the base is deleted for good, and its log with it. */
  isWithSpace?: true;
}

/** Gives the id of the job that clears the base. Throws 404 if the base was deleted for good already. */
export const removeBase = (base: BaseItem, deleter: Deleter): Promise<JobId> =>
  isInTrash(base) ? clearFromTrash(base.id, deleter) : removeLive(base, deleter);

const removeLive = (base: BaseItem, deleter: Deleter) =>
  withCopy(base, async (current, copy) => {
    const job = startClearing(current, deleter);
    const entries = await toldOf(current, deleter);
    await commit([change(current, { deletedTime: deleter.now }), remove(copy), job.change, ...entries]);
    return job.jobId;
  });

const clearFromTrash = (id: BaseId, deleter: Deleter): Promise<JobId> =>
  retryOnConflict(async () => {
    const base = await findKept(id);
    if (!isInTrash(base)) throw notFound("base", id);
    const { spaceId, deletedTime } = base;
    const job = startClearing(base, deleter);
    await commit([
      change(base, { isCleared: true }),
      removeKey(deletionKeyIn(spaceId, id, deletedTime)),
      ...leaveDueChanges(base),
      job.change,
      ...(await toldOf(base, deleter)),
    ]);
    return job.jobId;
  });

/** The entry in the log of its space, unless that goes too. */
const toldOf = async (base: BaseItem, { isWithSpace }: Deleter): Promise<Change[]> =>
  isWithSpace ? [] : [placeLog(base, await readNames()).entry("base.deletedPermanently")];

/** The changes that remove the `due` item of a base in the trash; if it was deleted with its space, the space's item counts. */
export const leaveDueChanges = (base: BaseItem & { deletedTime: string }): Change[] =>
  base.isWithSpace ? [] : [removeKey(dueKey(base, base.deletedTime))];

const startClearing = ({ id: baseId, spaceId }: BaseItem, { userId, now }: Deleter) =>
  jobs.startChange("clearBase", { baseId, spaceId }, { userId, now, dueTime: readSettledTime(now) });

/** Starts to clear a base in the trash, on behalf of the person who deleted it. Does nothing if it has left the trash. */
export async function clearBaseOnTime(id: BaseId, now: string): Promise<void> {
  const base = await findKept(id);
  if (isInTrash(base)) await ignoreGone(removeBase(base, { userId: base.deletedBy, now }));
}

/** Waits for work on a space or base. If that was deleted, this is no error, but `otherwise` is done. */
export async function ignoreGone(work: Promise<unknown>, otherwise?: () => Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return otherwise?.();
    throw error;
  });
}
