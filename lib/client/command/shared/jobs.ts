/* Waits for a job of the server, and shows how far it is. */
import timers from "node:timers/promises";
import type { ServerConnection } from "./connect.ts";
import type { RunningCommand } from "./definition.ts";
import { CommandError } from "./failure.ts";
import { counted } from "./output.ts";

export interface ShownJob {
  id: string;
  state: "waiting" | "running" | "done" | "failed";
  progress: { done: number; total?: number };
  counts?: { [what: string]: number };
  result?: {
    records: number;
    badLines: number;
    emptied?: number;
    issues: { line?: number; name?: string; cell?: string; message: string }[];
  };
  error?: string;
}

const longestPause = 2000;

/** The job when it is done. Throws if it failed. `path`: `/base/bse…/job/job…` */
export async function waitForJob(...args: Parameters<typeof waitForEnd>): Promise<ShownJob> {
  const job = await waitForEnd(...args);
  if (job.state === "done") return job;
  throw new CommandError("failed", `${args[2]}: ${job.error ?? "the job failed"}`, { data: { job } });
}

/** The job when it is done or has failed. */
export async function waitForEnd(
  { client }: ServerConnection,
  path: string,
  what: string,
  { output, signal }: RunningCommand,
): Promise<ShownJob> {
  try {
    for (let wait = 100; ; wait = Math.min(wait * 1.5, longestPause)) {
      const job = await client.request<ShownJob>("GET", path, { signal });
      if (job.state === "done" || job.state === "failed") return job;
      const { done, total } = job.progress;
      output.progress(`${what}: ${total ? `${Math.floor((100 * done) / total)} %` : counted(done)}`);
      await timers.setTimeout(wait, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError("interrupted", `${what}: interrupted; the server goes on`, {
      hints: [`See how far it is: gridless api ${path}`],
    });
  } finally {
    output.progress("");
  }
}
