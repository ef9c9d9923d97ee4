/*
 * Reading is synchronous, and one read is at most a page. Many reads one after another would still block the event loop. So each turn of
 * the event loop has some milliseconds for reading. Reads that find them used up wait for the next turn, in the order in which they came.
 * Small reads and pages are counted separately: a small read waits for the page that is being read, but not for the pages that wait.
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
    // runs after the caller's work on the answer, whose time counts for this turn too
    if (waiting.length > 0) queueMicrotask(() => process.nextTick(readNext));
  }

  /** Does the work at once if the turn has time left, otherwise in a later turn. */
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
