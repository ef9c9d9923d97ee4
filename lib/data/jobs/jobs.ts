/*
 * Jobs: work that takes longer than a request, done piece by piece (run-job.ts).
 *
 *  entity        pk              sk     cost
 *  job, fillJob  JOBS#<shard>    <job>  + 2 WCU in the commit that starts it; each piece get 1 RCU, put 1 WCU
 *  (turns)       JOBTURNS#<job>  …      <place>: how many turns have begun at this place; kept for a day: 1 WCU for each turn
 *  endedJob      ENDED#<job>     JOB    a job that is done, for a month, or one that has failed: 2 × 2 WCU; both keys are read together, 2 RCU
 *
 * A job that calls language models is a `fillJob`. Only functions/job/run-fill.ts runs it, because only that function may call them.
 *
 *   commit ──▶ job ──▶ stream ──▶ dispatcher ──▶ queue ──▶ one piece ──▶ job, its next version ──▶ stream ──▶ …
 *
 * The shards hold only jobs that have not ended, so finding overdue jobs reads nothing else.
 */

import {
  type BaseId,
  type JobId,
  newJobId,
  type SpaceId,
  type TableId,
  type UserId,
} from "#lib/schemas/basics/ids";
import type { Job, JobKind } from "#lib/schemas/basics/job";
import { msPerSecond, secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, change, insert, type NewItem, remove, tryCommit } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { countApart, getItems, type Item, readAll } from "#lib/store/store";

/** What a job works on. It decides who may see the job, even after it was deleted. */
interface Subject {
  /** Absent for a job on the user's own data. */
  spaceId?: SpaceId;
  baseId?: BaseId;
  tableId?: TableId;
}

interface JobState extends Subject {
  id: JobId;
  kind: JobKind;
  state: Job["state"];
  progress: Job["progress"];
  result?: Job["result"];
  counts?: Job["counts"];
  cells?: Job["cells"];
  wait?: Job["wait"];
  /** The public part of the token of the file that the job wrote. Answers do not show it. */
  file?: string;
  /** Where the next piece starts: the place that the job's declaration parses (define-job.ts). */
  at?: object;
  /** The next piece runs at this time, or soon afterwards. */
  dueTime: string;
  /** How often the next piece has failed. */
  failures: number;
  /** The last turn that ended normally: where it began, and its number at that place. */
  turned?: { place: string; number: number };
  /** How often the schedule has made it due again since the last piece succeeded. */
  restarts: number;
  error?: string;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime: string;
}

export type JobItem = Item & JobState;

/** All bases share these partitions: docs/design/shared-places.md. */
export const jobShards = ["0", "1", "2", "3"];
const shardOf = (id: JobId) => jobShards[id.charCodeAt(id.length - 1) % jobShards.length];
const key = (id: JobId) => ({ pk: `JOBS#${shardOf(id)}`, sk: id });
/** The key of a job that has not ended. */
export const keyOfJob = key;
const endedKey = (id: JobId) => ({ pk: `ENDED#${id}`, sk: "JOB" });

/**
 * Counts a turn that begins at this place of the job, and gives its number there. If it begins within ten seconds of another, its event was
 * delivered twice, and it is not counted.
 */
export const beginTurn = ({ id }: Pick<JobState, "id">, place: string, now: string): Promise<number> =>
  countApart(
    { pk: `JOBTURNS#${id}`, sk: place },
    { now, apart: 10 * msPerSecond, expiresAt: expiryIn(secondsPerDay, now) },
  );

interface Beginning extends Pick<JobState, "at"> {
  userId: UserId;
  now: string;
  /** Absent: at once. */
  dueTime?: string;
}

/** The ids of a table, as the subject of a job. */
export const ofTable = ({ id, baseId, spaceId }: Required<Omit<Subject, "tableId">> & { id: TableId }) => ({
  tableId: id,
  baseId,
  spaceId,
});

/** A job that starts at `dueTime`, as an item that is not stored yet. */
export function newJob(
  kind: JobKind,
  subject: Subject,
  { userId, now, dueTime = now, at }: Beginning,
): NewItem & JobState & { version: 1 } {
  const id = newJobId();
  return {
    ...key(id),
    entity: kind === "fillCells" ? "fillJob" : "job",
    version: 1,
    id,
    kind,
    state: "waiting",
    progress: { done: 0 },
    ...subject,
    dueTime,
    failures: 0,
    restarts: 0,
    createdTime: now,
    createdBy: userId,
    lastModifiedTime: now,
    ...(at && { at }),
  };
}

/** The id of a new job, and the change that stores it: for the commit that makes the job necessary. */
export function startChange(
  kind: JobKind,
  subject: Subject,
  beginning: Beginning,
): { jobId: JobId; change: Change } {
  const item = newJob(kind, subject, beginning);
  return { jobId: item.id, change: insert(item) };
}

/**
 * A job of a table, or of a base and its tables, ended or not; `undefined` if there is none. Jobs of spaces cannot be read: when they
 * run, the space has no members.
 */
export async function find(
  id: JobId,
  { tableId, baseId }: { tableId?: TableId; baseId?: BaseId },
): Promise<(JobItem & InBase) | undefined> {
  const found = await getItems<JobItem>([key(id), endedKey(id)]);
  // both reads may find the job, if it ended in between
  const job = found.find(({ pk }) => pk === endedKey(id).pk) ?? found[0];
  const isOfIt = job?.baseId && (tableId ? job.tableId === tableId : job.baseId === baseId);
  return isOfIt ? (job as JobItem & InBase) : undefined;
}
type InBase = Required<Pick<Subject, "spaceId" | "baseId">>;

/** Whether the job is done or has failed for good. */
export const hasEnded = ({ state }: { state?: Job["state"] }): boolean =>
  state === "done" || state === "failed";

/** All jobs that have not ended. */
export const listOpen = async (): Promise<JobItem[]> =>
  (await Promise.all(jobShards.map((shard) => readAll<JobItem>({ pk: `JOBS#${shard}` })))).flat();

/** Stores the progress of a job. False if another run has changed it since it was read. */
export async function write(
  job: JobItem,
  attributes: Partial<JobState>,
  now: string,
  besides: Change[] = [],
): Promise<boolean> {
  const next = { ...attributes, lastModifiedTime: now };
  const changes = [...(hasEnded(next) ? endChanges(job, next, now) : [change(job, next)]), ...besides];
  return tryCommit(changes);
}

const secondsKept = 30 * secondsPerDay;

function endChanges(job: JobItem, next: Partial<JobState>, now: string): Change[] {
  // a failed job is kept for ever, so that people can look at it
  const expiresAt = next.state === "done" ? expiryIn(secondsKept, now) : undefined;
  const { at: _, dueTime: __, wait: ___, ...kept } = { ...job, ...next };
  return [remove(job), insert({ ...kept, ...endedKey(job.id), entity: "endedJob", expiresAt })];
}
