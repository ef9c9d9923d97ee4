/*
 * Ends the process if an endless loop, or one that takes far too long, blocks its main thread. Then no signal arrives, no request is answered,
 * and no timer runs. So another thread checks whether the main thread still counts its beats.
 *
 *   main thread    beats each second
 *   other thread   counts what the process computes without a beat: 10 s of it, or 2 minutes of any kind ──▶ one line, SIGKILL
 *
 * What is committed is durable. A job that blocked the process three times is failed (lib/data/jobs/run-job.ts). A process that is stopped
 * (SIGSTOP, a machine that sleeps) is not ended: then the other thread does not count either. Nor is one that hardly gets a processor.
 */
import { Worker } from "node:worker_threads";

/** Milliseconds. */
const beat = 1000;
/** Beats that may be missing. */
const most = 120;
/** Seconds of CPU that the process may use without a beat. A turn of the event loop usually takes a thousandth of that. */
const mostOfProcessor = 10;

/** Begins to watch the main thread, which calls this. Keeps no process alive. */
export function watchMain(): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beat).unref();
  const file = new URL("count-beats.cjs", import.meta.url);
  new Worker(file, { workerData: { beats, beat, mostOfProcessor, most }, execArgv: [], env: {} }).unref();
}
