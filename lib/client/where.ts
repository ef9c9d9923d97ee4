/* Changing and deleting by a filter: the shapes of such calls, and the wait for the job that does a large one. */
import { GridlessError } from "./errors.ts";
import { type CallOptions, pauseClient, type Requests } from "./requests.ts";
import type { ListQuery } from "./rows.ts";

/** Which records: by a filter, as JSON or as text, or `all` of the table or view. */
export type WhereQuery<Row, Item> = Pick<
  ListQuery<Row, Item>,
  "filter" | "filterByTql" | "viewId" | "ignoreViewQuery"
> & { all?: true };

export interface WhereOptions extends CallOptions {
  /** If the filter finds more records, nothing is written, and the call throws `too_many_matched`. */
  max?: number | undefined;
  /** Writes nothing, and gives what the call would do. */
  dryRun?: boolean | undefined;
  /** Of the call: the same call with the same key is done once, and waits for the same job. */
  key?: string | undefined;
  /** Hears of more than 1,000 records how many are done. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** What such a call did. */
export interface WhereResult {
  /** How many records the filter found. */
  matched: number;
  /** How many of them have changed, or were deleted; with `dryRun`: would, and absent for more than 1,000. */
  written?: number;
  /** How many were left alone, because someone changed or deleted them while a job wrote the others. */
  left: number;
  /** The records found; absent for more than 1,000. */
  recordIds?: string[];
}

export interface WhereAnswer {
  matched: number;
  updated?: number;
  deleted?: number;
  recordIds?: string[];
  jobId?: string;
}

interface ShownJob {
  state: "waiting" | "running" | "done" | "failed";
  progress: { done: number; total?: number };
  counts?: { updated?: number; deleted?: number; left?: number };
  error?: string;
}

const longestPause = 2000;

/** What an answer tells; if it names a job, when that has ended. `path` is that of the table. */
export async function finishWhere(
  { matched, jobId, ...answer }: WhereAnswer,
  requests: Requests,
  path: string,
  { signal, timeout, onProgress }: WhereOptions,
): Promise<WhereResult> {
  if (jobId === undefined) {
    const written = answer.updated ?? answer.deleted;
    const { recordIds } = answer;
    return { matched, left: 0, ...(written !== undefined && { written }), ...(recordIds && { recordIds }) };
  }
  for (let wait = 100; ; wait = Math.min(wait * 1.5, longestPause)) {
    const address = `${path}/job/${jobId}`;
    const job = await requests.send<ShownJob>({ method: "GET", path: address, signal, timeout });
    const { done, total = matched } = job.progress;
    onProgress?.({ done, total });
    const { updated, deleted, left = 0 } = job.counts ?? {};
    const written = updated ?? deleted ?? 0;
    if (job.state === "done") return { matched, written, left };
    if (job.state === "failed")
      throw new GridlessError({
        message: job.error ?? "the job failed",
        status: 202,
        code: "job_failed",
        data: { job, matched, written, left },
      });
    await pauseClient(wait, signal);
  }
}
