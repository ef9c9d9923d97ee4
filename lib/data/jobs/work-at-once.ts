/*
 * Works on a job that was just started before the call is answered, as far as time allows:
 *
 *   commit: job, due in half a minute ──▶ piece after piece, here ──▶ it has ended: the answer shows all of it
 *                                               └── time is over, or a piece fails ──▶ due now: the queue goes on
 *
 * If the process dies, the queue goes on when the job is due. A turn is for one version of the job: if two run at once, only one can write.
 */

import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { getItem, type Key } from "#lib/store/store";
import { hasEnded, type JobItem, keyOfJob, write } from "./jobs.ts";
import { type Piece, writeStep } from "./run-job.ts";

/** A call has 29 seconds in all; a piece that has begun is not cut off. */
const msAtOnce = 14 * msPerSecond;

/** When such a job is due if this process dies: an ISO 8601 time. */
export const dueIfLeft = (now: string): string => timeAfter(now, 30 * msPerSecond);

/** Does pieces of the job until it has ended or time is over. Never throws. */
export async function workAtOnce(
  id: JobItem["id"],
  piece: (job: JobItem, milliseconds: number) => ReturnType<Piece>,
): Promise<void> {
  const key = keyOfJob(id);
  const until = performance.now() + msAtOnce;
  try {
    for (;;) {
      const job = await getItem<JobItem>(key);
      if (!job || hasEnded(job)) return;
      const left = until - performance.now();
      if (left <= 0) return await leave(key);
      const step = await piece(job, left);
      const now = new Date().toISOString();
      const isOver = step.wait !== undefined;
      const dueTime = step.at && !isOver && dueIfLeft(now);
      const isWritten = await writeStep(job, { ...step, ...(dueTime && { dueTime }) }, now);
      // the queue works on it already, or goes on later
      if (!isWritten || isOver) return;
    }
  } catch {
    // a failure here is counted and reported when the queue fails too
    await leave(key).catch(() => {});
  }
}

async function leave(key: Key): Promise<void> {
  const job = await getItem<JobItem>(key);
  const now = new Date().toISOString();
  if (job && !hasEnded(job)) await write(job, { dueTime: now }, now);
}
