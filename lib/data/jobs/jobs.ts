/*
 * Jobs: work that is longer than a request, done a piece at a time (run-job.ts).
 *
 *          pk             sk     cost
 *  job     JOBS#<shard>   <id>   written with what it is about + 2 WCU; each piece get 1 RCU, put 1 WCU
 *  ended   ENDED#<id>     JOB    where it goes when done, for a month, or failed: 2 × 2 WCU; asked for together 2 RCU
 *
 *   commit ──▶ job ──▶ stream ──▶ dispatcher ──▶ queue ──▶ one piece ──▶ job, its next version ──▶ stream ──▶ …
 *
 * Only what is not ended lies in the shards, so that looking for what is overdue reads no more than that.
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
import { type Change, change, commit, insert, type NewItem, Refused, remove } from "#lib/store/commit";
import { getItems, type Item, readAll } from "#lib/store/store";

/** What a job is about: who may ask for it follows from that, also when it is gone. */
interface Subject {
  /** Nowhere: it is about its maker's own things. */
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
  /** Where the next piece goes on; the kind's own business. */
  at?: Record<string, unknown>;
  /** Not before this the next piece is done, and soon after it. */
  dueTime: string;
  /** How often the piece that is next has failed. */
  failures: number;
  /** How often it was made due again since a piece was done. */
  restarts: number;
  error?: string;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime: string;
}

export type JobItem = Item & JobState;

const shards = ["0", "1", "2", "3"];
const shardOf = (id: JobId) => shards[id.charCodeAt(id.length - 1) % shards.length];
const key = (id: JobId) => ({ pk: `JOBS#${shardOf(id)}`, sk: id });
const endedKey = (id: JobId) => ({ pk: `ENDED#${id}`, sk: "JOB" });

interface Beginning extends Pick<JobState, "dueTime" | "at"> {
  userId: UserId;
  now: string;
}

/** A job that is to begin at `dueTime`, as an item that nobody has yet. */
export function newJob(
  kind: JobKind,
  { spaceId, baseId, tableId }: Subject,
  { userId, now, dueTime, at }: Beginning,
): NewItem & JobState & { version: 1 } {
  const id = newJobId();
  return {
    ...key(id),
    entity: "job",
    version: 1,
    id,
    kind,
    state: "waiting",
    progress: { done: 0 },
    ...(spaceId && { spaceId }),
    ...(baseId && { baseId }),
    ...(tableId && { tableId }),
    dueTime,
    failures: 0,
    restarts: 0,
    createdTime: now,
    createdBy: userId,
    lastModifiedTime: now,
    ...(at && { at }),
  };
}

/** The same, and the change that makes it: part of the commit that makes the job needed. */
export function startChange(
  kind: JobKind,
  subject: Subject,
  beginning: Beginning,
): { jobId: JobId; change: Change } {
  const item = newJob(kind, subject, beginning);
  return { jobId: item.id, change: insert(item) };
}

/** A job, ended or not, of a table or of a base and its tables. Nobody asks for that of a space: whoever could is no member any more. */
export async function find(
  id: JobId,
  { tableId, baseId }: { tableId?: TableId; baseId?: BaseId },
): Promise<(JobItem & InBase) | undefined> {
  const found = (await getItems([key(id), endedKey(id)])) as JobItem[];
  // it may be seen at both: between the reading of the one and of the other it has ended
  const job = found.find(({ pk }) => pk === endedKey(id).pk) ?? found[0];
  const isOfIt = job?.baseId && (tableId ? job.tableId === tableId : job.baseId === baseId);
  return isOfIt ? (job as JobItem & InBase) : undefined;
}
type InBase = Required<Pick<Subject, "spaceId" | "baseId">>;

/** A job as answers show it. */
export function show({ id, kind, state, progress, result, error, ...times }: JobItem): Job {
  const { createdTime, lastModifiedTime } = times;
  const came = { ...(result && { result }), ...(error && { error }) };
  return { id, kind, state, progress, ...came, createdTime, lastModifiedTime };
}

/** All that have not ended. */
export const listOpen = async (): Promise<JobItem[]> =>
  (await Promise.all(shards.map((shard) => readAll<JobItem>({ pk: `JOBS#${shard}` })))).flat();

/** Writes what became of a job. False: somebody else did, who had read the same version. */
export async function write(
  job: JobItem,
  attributes: Partial<JobState>,
  now: string,
  besides: Change[] = [],
): Promise<boolean> {
  const next = { ...attributes, lastModifiedTime: now };
  const ends = next.state === "done" || next.state === "failed";
  const changes = [...(ends ? ending(job, next, now) : [change(job, next)]), ...besides];
  return commit(changes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );
}

const month = 30 * 24 * 60 * 60;

function ending(job: JobItem, next: Partial<JobState>, now: string): Change[] {
  // one that failed stays until a person has looked
  const expiresAt = next.state === "done" ? Math.ceil(Date.parse(now) / 1000) + month : undefined;
  const { at: _, dueTime: __, ...kept } = { ...job, ...next };
  return [remove(job), insert({ ...kept, ...endedKey(job.id), entity: "endedJob", expiresAt })];
}
