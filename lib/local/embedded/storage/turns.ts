/*
 * Reading is synchronous, and one read is at most a page. What reads page after page would still keep the event loop to
 * itself: reads that find the turn's milliseconds used up wait for the next turn, first come first served. Small reads and
 * pages have turns of their own, so a small one waits for the page that is being read, and not for those that wait.
 */
import { aborted } from "../errors.ts";

/** Milliseconds of reading, and of work on the answers, in one turn of the event loop. */
const longest = 5;

export type Turns = ReturnType<typeof openTurns>;

export function openTurns() {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isScheduled = false;

  const isOver = () => performance.now() - begun >= longest;

  /** Begins a turn with the first read. It ends with the turn of the event loop. */
  function beginTurn(): void {
    if (isScheduled) return;
    isScheduled = true;
    begun = performance.now();
    setImmediate(() => {
      isScheduled = false;
      readNext();
    });
  }

  function readNext(): void {
    if (waiting.length === 0) return;
    beginTurn();
    if (isOver()) return;
    waiting.shift()?.();
    // after what its caller does with the answer: that is of this turn too
    if (waiting.length > 0) queueMicrotask(() => process.nextTick(readNext));
  }

  /** Does it at once if the turn has time left. */
  function take<Answer>(work: () => Answer, signal?: AbortSignal): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(aborted());
    beginTurn();
    if (waiting.length === 0 && !isOver()) return new Promise((resolve) => resolve(work()));
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          if (signal?.aborted) throw aborted();
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  return { take };
}
