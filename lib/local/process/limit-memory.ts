/*
 * Keeps the memory of a server small. Left alone, V8 lets the heap of a server that writes grow to four times what is in use before it
 * collects the garbage. Measured with eight clients that write as fast as they can:
 *
 *   growth    resident memory   CPU for a record
 *   default   305 MB            0.80 ms
 *   100 %     226 MB            0.81 ms
 *    40 %     197 MB            0.91 ms
 *
 * 60 % and 40 % on a faster machine, after a minute: 259 MB and 239 MB, 1,820 and 1,720 records a second.
 *
 * npm start also sets MALLOC_ARENA_MAX=1: glibc's malloc has one pool of memory for all threads, not one for each, which keeps what it has
 * freed. After ten minutes: 235 MB (255), at the same rate.
 *
 * And a heap that is not in use keeps the pages of its last garbage: 110 or 126 MB after a start, by chance. The collection that V8
 * does as its last resort gives them back: 91 MB. It takes 30 ms, so it is for a server that has nothing to do.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const growingPercent = 40;

/** For a process that runs for long. Called before the heap is large. */
export const limitMemory = (): void => setFlagsFromString(`--heap-growing-percent=${growingPercent}`);

/**
 * Frees memory once the process is idle: 300 ms after this call, or 10 s after the last call of the function that this gives. Does not keep
 * the process alive.
 */
export function freeMemoryWhenIdle(): () => void {
  let waiting = setTimeout(freeMemory, 300).unref();
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(freeMemory, 10_000).unref();
  };
}

function freeMemory(): void {
  setFlagsFromString("--expose-gc");
  // a new context sees functions that flags add after the start
  runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
}
