/* Asks for a job until it has ended. */
import type { Job } from "#lib/schemas/basics/job";
import { callApi, isPassing } from "../call.ts";

const firstPause = 200;
const longestPause = 2000;

export const isJobOver = ({ state }: Job): boolean => state === "done" || state === "failed";

/** The job when it has ended; `onJob` gets it each time before. While the server does not answer it is asked again. Throws after `signal`. */
export async function followJob(path: string, signal: AbortSignal, onJob: (job: Job) => void): Promise<Job> {
  for (let pause = firstPause; ; pause = Math.min(pause * 1.5, longestPause)) {
    try {
      const job = await callApi<Job>("GET", path);
      signal.throwIfAborted();
      onJob(job);
      if (isJobOver(job)) return job;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}

/** How far it is, from 0 to 100; undefined while that is not known. */
export function percentOf({ progress: { done, total } }: Job): number | undefined {
  return total === undefined ? undefined : Math.floor((100 * done) / Math.max(1, total));
}
