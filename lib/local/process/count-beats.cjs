/* The thread of watch-main.ts. JavaScript, because to strip types takes a thread more memory than all else here. */
const { writeSync } = require("node:fs");
const { workerData } = require("node:worker_threads");

const { beats, beat, most } = workerData;
let seen = -1;
let missing = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  missing = now === seen ? missing + 1 : 0;
  seen = now;
  if (missing < most) return;
  // not console: the main thread writes what this thread prints
  writeSync(
    2,
    `the server has not answered for ${most} s, because a job or a request holds it: it ends now, start it again\n`,
  );
  process.kill(process.pid, "SIGKILL");
}, beat);
