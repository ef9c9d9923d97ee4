/*
 * Previews and imports read files in turns of memory: a workbook of a few kilobytes may unpack to the texts of millions of cells. What runs at
 * once in a process has a share of one budget, so many small files are read beside each other, and two of the largest. The others wait in
 * the order in which they came; beyond ten times the budget, or after 20 s, it is a 429. On Lambda a process has one request, which never waits.
 */
import { tooMany } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { stopSignal } from "#lib/store/stop-reading";

/** The most unpacked bytes of files that are read at the same time. As strings, a large file takes up to three times its bytes. */
const budget = 2 * limits.sharedTextBytes;
const mostWaiting = 10 * budget;
/** At least so much of a file is read: its first piece and the lines in it. */
const leastBytes = 4 * 1024 * 1024;
/** A request is over after 30 s; one that has not begun by then could not be answered. */
const longestWait = 20_000;

interface Waiting {
  bytes: number;
  begin(): void;
}

let running = 0;
const queue: Waiting[] = [];

/**
 * Runs work on a file that unpacks to this many bytes, in a turn. Throws 429 if too many wait or if it has waited for 20 s, `Stopped` if the
 * request is over before its turn.
 */
export async function takeFileTurn<Answer>(unpacked: number, work: () => Promise<Answer>): Promise<Answer> {
  const bytes = Math.min(Math.max(unpacked, leastBytes), limits.sharedTextBytes);
  if (queue.length === 0 && running + bytes <= budget) running += bytes;
  else await waitForTurn(bytes);
  try {
    return await work();
  } finally {
    running -= bytes;
    beginNext();
  }
}

function waitForTurn(bytes: number): Promise<void> {
  const signal = stopSignal();
  signal?.throwIfAborted();
  const waiting = queue.reduce((sum, each) => sum + each.bytes, 0);
  if (waiting + bytes > mostWaiting) throw tooMuch(`${mostWaiting / 1024 ** 2} MB that wait`);
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leaveStopped);
    };
    const leave = (reason: unknown) => {
      queue.splice(queue.indexOf(own), 1);
      stopWaiting();
      reject(reason);
      // a smaller file may have waited behind it
      beginNext();
    };
    const leaveStopped = () => leave(signal?.reason);
    const timer = setTimeout(() => leave(tooMuch("20 s of waiting")), longestWait);
    const own: Waiting = {
      bytes,
      begin() {
        stopWaiting();
        resolve();
      },
    };
    signal?.addEventListener("abort", leaveStopped, { once: true });
    queue.push(own);
  });
}

function beginNext(): void {
  for (let [next] = queue; next && running + next.bytes <= budget; [next] = queue) {
    queue.shift();
    running += next.bytes;
    next.begin();
  }
}

const tooMuch = (limit: string) => tooMany("files are read at once", 5, limit);
