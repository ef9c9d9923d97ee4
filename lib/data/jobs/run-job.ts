/*
 * Runs jobs in turns: each turn does one piece and writes the progress; that write is the event that starts the next turn.
 *
 *   piece done     ──▶ running, due at once
 *   piece failed   ──▶ due again after 10 s, 30 s, 90 s …; after 8 failures: failed
 *   no place       ──▶ failed: the stored place does not parse (define-job.ts)
 *   no return      ──▶ three turns in a row began at the same place, ten seconds or more apart, and did not end: failed. They blocked or ended the process
 *   no turn came   ──▶ two minutes after it was due, the schedule makes it due again; when this has been so for a day: failed
 *
 * A turn is for one version of the job: if it runs twice, the second run finds another version, or cannot write. Pieces can be repeated.
 */

import { createHash } from "node:crypto";
import { AppError } from "#lib/schemas/basics/error";
import type { JobKind } from "#lib/schemas/basics/job";
import { shown } from "#lib/schemas/basics/log-error";
import { msPerMinute, msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import type { Change } from "#lib/store/commit";
import { getItem, type Key } from "#lib/store/store";
import { type Step, UnreadablePlace } from "./define-job.ts";
import { beginTurn, type JobItem, listOpen, write } from "./jobs.ts";
import { waitForOthers } from "./pace.ts";

export type Piece = (job: JobItem) => Promise<Step>;
/** The code of all kinds of jobs, without `fillCells`, which another function runs. */
export type Pieces = Record<Exclude<JobKind, "fillCells">, Piece> & { fillCells?: Piece };

/** For each kind, what must be done before a job is given up. Gives further changes for the commit that ends it. May be repeated. */
export type Endings = Partial<Record<JobKind, (job: JobItem, error: string) => Promise<Change[]>>>;

/** Reads the place of a job that keeps it elsewhere than in `at`. */
export type OwnPlace = (job: JobItem) => Promise<unknown>;

interface Turn {
  key: Key;
  version: number;
}

const mostFailures = 8;
const mostUnreturned = 3;
const msOverdue = 2 * msPerMinute;
/** With a schedule of every five minutes, this is a day. */
const mostRestarts = 288;

/** Does the next piece of a job, unless this turn was done already or is too early. */
export async function takeTurn(
  { key, version }: Turn,
  pieces: Partial<Pieces>,
  now: () => string,
  endings: Endings = {},
  ownPlace: OwnPlace = async () => undefined,
): Promise<void> {
  const job = await getItem<JobItem>(key);
  if (job?.version !== version) return;
  // too early (a queue delays by at most 15 minutes): the schedule will announce it again. Clocks may differ by a second
  if (job.dueTime > timeAfter(now(), msPerSecond)) return;
  await waitForOthers(job);
  const piece = pieces[job.kind];
  if (!piece) throw new Error(`this function does not run jobs of the kind ${job.kind}`);
  const place = hashOf([job.at, job.progress, job.failures, await ownPlace(job)]);
  const number = await beginTurn(job, place, now());
  const returned = job.turned?.place === place ? job.turned.number : 0;
  const unreturned = number - 1 - returned;
  if (unreturned >= mostUnreturned) {
    const error = `${unreturned} turns in a row did not come back: each held the process until it ended`;
    await giveUp(job, error, now(), endings);
    return;
  }
  const step = await piece(job).catch((failed: unknown) => ({ failed }));
  const turned = { ...job, turned: { place, number } };
  await ("failed" in step ? fail(turned, step.failed, now(), endings) : writeStep(turned, step, now()));
}

const hashOf = (place: unknown): string =>
  createHash("sha256").update(JSON.stringify(place)).digest("base64url").slice(0, 16);

/** Stores the result of a piece. False if another run has changed the job since it was read. */
export function writeStep(
  job: JobItem,
  { progress, at, dueTime = "", result, counts, cells, wait, file, error, ending }: Step,
  now: string,
): Promise<boolean> {
  const outcome = {
    progress,
    ...(result && { result }),
    ...(counts && { counts }),
    ...(cells && { cells }),
    // the former `wait` is removed
    ...((wait || job.wait) && { wait }),
    ...(file && { file }),
  };
  if (at) {
    const nextTurn = { at, failures: 0, restarts: 0, dueTime: dueTime || now };
    return write(job, { state: "running", ...outcome, ...nextTurn }, now);
  }
  const state = error === undefined ? { state: "done" as const } : { state: "failed" as const, error };
  return write(job, { ...state, ...outcome }, now, ending);
}

function fail(job: JobItem, error: unknown, now: string, endings: Endings): Promise<boolean> {
  if (error instanceof UnreadablePlace) return giveUp(job, error.message, now, endings);
  const failures = job.failures + 1;
  console.error({ job: job.id, kind: job.kind, failures, error: shown(error) });
  if (failures >= mostFailures)
    return giveUp(job, `${failures} attempts failed: ${reasonOf(job, error)}`, now, endings);
  return write(job, { failures, dueTime: timeAfter(now, 10 * msPerSecond * 3 ** job.failures) }, now);
}

/** The reason that people see. Any error except an AppError is a bug, whose message is not shown. */
const reasonOf = ({ id }: JobItem, error: unknown) =>
  error instanceof AppError ? error.message : `internal error; report it with the job's id ${id}`;

async function giveUp(job: JobItem, error: string, now: string, endings: Endings): Promise<boolean> {
  console.error({ job: job.id, kind: job.kind, failed: error });
  const ending = await endings[job.kind]?.(job, error).catch((failed: unknown) => {
    // without the place, what the job has left cannot be found
    if (failed instanceof UnreadablePlace) return [];
    throw failed;
  });
  return write(job, { state: "failed", error: `Given up at ${now}. ${error}` }, now, ending);
}

/** Makes overdue jobs due again. Gives a job up after a day. */
export async function restartOverdue(now: string, endings: Endings = {}): Promise<void> {
  const overdue = (await listOpen()).filter(({ dueTime }) => timeAfter(dueTime, msOverdue) < now);
  for (const job of overdue) {
    const restarts = job.restarts + 1;
    if (restarts > mostRestarts)
      // if the ending of one job fails, the others go on; it is tried again
      await giveUp(job, `It was restarted ${job.restarts} times without progress`, now, endings).catch(
        (failed: unknown) => console.error({ job: job.id, kind: job.kind, error: shown(failed) }),
      );
    else await write(job, { restarts, dueTime: now }, now);
  }
}
