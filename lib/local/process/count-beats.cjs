/*
 * The thread of watch-main.ts. It is JavaScript, because stripping types would take a thread more memory than everything else that it does.
 */
const { writeSync } = require("node:fs");
const { workerData } = require("node:worker_threads");

const { beats, beat, mostOfProcessor, most } = workerData;
const microsecondsPerSecond = 1e6;
let seen = -1;
let missing = 0;
/** The processor time of the process at the last beat. */
let begun = process.cpuUsage();
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== seen) {
    [seen, missing, begun] = [now, 0, process.cpuUsage()];
    return;
  }
  missing++;
  const { user, system } = process.cpuUsage(begun);
  if ((user + system) / microsecondsPerSecond < mostOfProcessor && missing < most) return;
  // not console: the main thread writes what this thread prints
  writeSync(
    2,
    `the server has not answered for ${missing} s, because a job or a request holds it: it ends now, start it again\n`,
  );
  process.kill(process.pid, "SIGKILL");
}, beat);
