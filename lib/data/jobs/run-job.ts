/*
 * The turns of a job: each does one piece and writes how far it came, and that write is the event that starts the next.
 *
 *   piece done     ──▶ running, due at once
 *   piece failed   ──▶ due again after 10 s, 30 s, 90 s …; after the eighth time: failed
 *   nothing heard  ──▶ two minutes after it was due the schedule makes it due again; a day of that, and it has failed
 *
 * A turn is of one version of the job: who comes second finds another, or cannot write. Pieces can be done twice.
 */
import { AppError } from "#lib/schemas/basics/error";
import type { Job, JobKind } from "#lib/schemas/basics/job";
import { shown } from "#lib/schemas/basics/log-error";
import type { Change } from "#lib/store/commit";
import { getItem, type Key } from "#lib/store/store";
import { type JobItem, listOpen, write } from "./jobs.ts";

/** How far a piece came, and where the next goes on: nowhere when all is done. */
export interface Step {
  progress: JobItem["progress"];
  at?: Record<string, unknown>;
  /** Not before this, if not at once. */
  dueTime?: string;
  /** What came of it so far. */
  result?: Job["result"];
  /** Why it ends here: trying again would change nothing. */
  error?: string;
  /** What is written besides when it has ended. */
  ending?: Change[];
}

export type Pieces = Record<JobKind, (job: JobItem) => Promise<Step>>;

interface Turn {
  key: Key;
  version: number;
}

const second = 1000;
const mostFailures = 8;
const patience = 120 * second;
/** A day of a schedule that comes every five minutes. */
const mostRestarts = 288;

const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();

/** Does the next piece of a job, unless its turn is over or not yet come. */
export async function takeTurn({ key, version }: Turn, pieces: Pieces, now: () => string): Promise<void> {
  const job = await getItem<JobItem>(key);
  if (job?.version !== version) return;
  // heard of too early (a queue waits 15 minutes at most): the schedule will say it again. Clocks may differ by a second
  if (job.dueTime > later(now(), second)) return;
  const step = await pieces[job.kind](job).catch((failed: unknown) => ({ failed }));
  await ("failed" in step ? fail(job, step.failed, now()) : goOn(job, step, now()));
}

function goOn(
  job: JobItem,
  { progress, at, dueTime = "", result, error, ending }: Step,
  now: string,
): Promise<boolean> {
  const came = { progress, ...(result && { result }) };
  if (at) {
    const again = { at, failures: 0, restarts: 0, dueTime: dueTime || now };
    return write(job, { state: "running", ...came, ...again }, now);
  }
  const state = error === undefined ? { state: "done" as const } : { state: "failed" as const, error };
  return write(job, { ...state, ...came }, now, ending);
}

function fail(job: JobItem, error: unknown, now: string): Promise<boolean> {
  const failures = job.failures + 1;
  console.error({ job: job.id, kind: job.kind, failures, error: shown(error) });
  if (failures >= mostFailures)
    return giveUp(job, `${failures} attempts failed: ${reasonOf(job, error)}`, now);
  return write(job, { failures, dueTime: later(now, 10 * second * 3 ** job.failures) }, now);
}

/** Whatever is no AppError is a bug here: nothing of it is shown. */
const reasonOf = ({ id }: JobItem, error: unknown) =>
  error instanceof AppError ? error.message : `something went wrong here; tell us the id ${id}`;

function giveUp(job: JobItem, error: string, now: string): Promise<boolean> {
  console.error({ job: job.id, kind: job.kind, failed: error });
  return write(job, { state: "failed", error: `Given up at ${now}. ${error}` }, now);
}

/** Makes due again what should have gone on by now and did not. */
export async function restartOverdue(now: string): Promise<void> {
  const overdue = (await listOpen()).filter(({ dueTime }) => later(dueTime, patience) < now);
  for (const job of overdue) {
    const restarts = job.restarts + 1;
    if (restarts > mostRestarts)
      await giveUp(job, `It was started ${job.restarts} times and never went on`, now);
    else await write(job, { restarts, dueTime: now }, now);
  }
}
