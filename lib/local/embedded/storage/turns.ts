/*
 * Reading is synchronous, and one read is at most a page. What reads page after page would still keep the event loop to
 * itself: reads that find the turn's milliseconds used up wait for the next turn, first come first served. Small reads and
 * pages have turns of their own, so a small one waits for the page that is being read, and not for those that wait.
 */
import { aborted } from "../errors.ts";

/** Milliseconds of reading in one turn of the event loop. */
const longest = 5;

export type Turns = ReturnType<typeof openTurns>;

export function openTurns() {
  const waiting: (() => void)[] = [];
  let used = 0;
  let begun = false;

  function runTurn(): void {
    begun = false;
    used = 0;
    while (waiting.length > 0 && used < longest) waiting.shift()?.();
  }

  /** Once something was read, the next turn begins with its milliseconds unused. */
  function endTurn(): void {
    if (begun) return;
    begun = true;
    setImmediate(runTurn);
  }

  function timed<Answer>(work: () => Answer): Answer {
    const start = performance.now();
    try {
      return work();
    } finally {
      used += performance.now() - start;
      endTurn();
    }
  }

  /** Does it at once if the turn has time left. */
  function take<Answer>(work: () => Answer, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(aborted());
    if (waiting.length === 0 && used < longest) return new Promise((resolve) => resolve(timed(work)));
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          if (signal?.aborted) throw aborted();
          resolve(timed(work));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  return { take };
}
