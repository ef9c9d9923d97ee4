/*
 * A turn of a job that copies a field or a table: batch after batch, until the time of the turn is over.
 *
 *   copy, after: 0 ──▶ batches: cells or records, and `after`, in one commit ──▶ the last commit: the copy is complete
 *        └── cannot go on ──▶ one commit: nothing of the copy is left to see, and the reason
 *
 * Both ends are noted in the item of the copy before the job ends with it: a turn that is cut off in between finds the outcome.
 */

import type { JobAt, Step } from "#lib/data/jobs/define-job";
import { waitForOthers } from "#lib/data/jobs/pace";
import { find } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import { AppError } from "#lib/schemas/basics/error";
import type { Role } from "#lib/schemas/basics/role";
import { type Change, change, commitIfAny, remove, retryOnConflict } from "#lib/store/commit";
import { type CopyItem, readCopy } from "./copy-item.ts";

const turnMilliseconds = 12_000;
/** A limit for fast machines, because other jobs wait for their turns. */
const batchesPerTurn = 50;

type CopyJob<At extends object> = JobAt<At, "tableId">;

export interface CopyKind<At extends object> {
  /** Whether nothing is left to copy. */
  isDone(job: CopyJob<At>, copy: CopyItem): boolean;
  /** Copies the next records, and notes the progress in the same commit. Throws `CopyStopped` if the copy cannot go on. */
  copyBatch(job: CopyJob<At>, copy: CopyItem): Promise<void>;
  /** The changes that make the copy complete, or visible. */
  finish(job: CopyJob<At>, copy: CopyItem): Promise<Change[]>;
  /** The changes that remove the whole copy; none if it is complete, or was removed. */
  undo(job: CopyJob<At>): Promise<Change[]>;
}

/** The copy cannot be completed. The message says why. */
export class CopyStopped extends Error {
  override name = "CopyStopped";
}

/** `mayCopy` tells whether a role may make such a copy: the person who requested it must still have such a role. */
export type HowToCopy = [mayCopy: (role: Role) => boolean, milliseconds?: number];

/** One turn of the job. */
export async function runCopy<At extends object>(
  job: CopyJob<At>,
  kind: CopyKind<At>,
  ...[mayCopy, milliseconds = turnMilliseconds]: HowToCopy
): Promise<Step<At>> {
  let copy = await readCopy(job);
  if (copy?.outcome) return endStep(job, copy);
  const obstacle = await findObstacle(job, copy, mayCopy);
  if (obstacle || !copy) return failCopy(job, kind.undo, obstacle ?? tableDeleted);
  const until = performance.now() + milliseconds;
  try {
    for (let batches = 0; copy && !kind.isDone(job, copy); batches++) {
      if (batches >= batchesPerTurn || performance.now() > until)
        return { progress: progressOf(copy), at: job.at };
      await kind.copyBatch(job, copy);
      await waitForOthers(job);
      copy = await readCopy(job);
    }
    if (!copy) throw new CopyStopped(tableDeleted);
    await retryOnConflict(async () => {
      copy = await readCopy(job);
      if (!copy) throw new CopyStopped(tableDeleted);
      if (copy.outcome) return;
      await commitIfAny([...(await kind.finish(job, copy)), change(copy, { outcome: {} })]);
    });
  } catch (error) {
    if (!isFinal(error)) throw error;
    const reason = await findObstacle(job, await readCopy(job), mayCopy);
    return failCopy(job, kind.undo, reason ?? error.message.replace(/^Validation error: /, ""));
  }
  return endStep(job, await readCopy(job));
}

const tableDeleted = "The table was deleted";

/** Another attempt would fail as well. */
const isFinal = (error: unknown): error is Error =>
  error instanceof CopyStopped || (error instanceof AppError && [400, 404, 413].includes(error.status));

/** Why the copy cannot go on; `undefined` if it can. */
async function findObstacle(
  { createdBy, baseId, tableId }: CopyJob<object>,
  copy: CopyItem | undefined,
  mayCopy: (role: Role) => boolean,
): Promise<string | undefined> {
  const [base, table] = await Promise.all([baseId && bases.find(baseId), find(tableId)]);
  if (!base) return "The base was deleted";
  if (!table || !copy) return tableDeleted;
  // the present space of the base: it may have been moved since the call
  return (await rolesIn(base, createdBy)).some(mayCopy)
    ? undefined
    : "The person who asked for the copy may no longer make it";
}

/** Removes the copy; then the job ends with this reason. May be repeated. */
export async function failCopy<At extends object>(
  job: CopyJob<At>,
  undo: CopyKind<At>["undo"],
  error: string,
): Promise<Step<never>> {
  await retryOnConflict(async () => {
    const copy = await readCopy(job);
    if (copy?.outcome) return;
    const noted = copy ? [change(copy, { outcome: { error } })] : [];
    await commitIfAny([...(await undo(job)), ...noted]);
  });
  return endStep(job, await readCopy(job), error);
}

/** The job ends as the copy did. */
function endStep(job: CopyJob<object>, copy: CopyItem | undefined, reason?: string): Step<never> {
  const error = copy?.outcome ? copy.outcome.error : reason;
  return {
    progress: copy && error === undefined ? progressOf(copy) : job.progress,
    ...(error !== undefined && { error }),
    ...(copy && { ending: [remove(copy)] }),
  };
}

const progressOf = ({ after, to }: CopyItem) => ({ done: after, total: to });
