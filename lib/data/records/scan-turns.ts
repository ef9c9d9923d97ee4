/*
 * Reads of whole tables take turns: at most two run at once in a process, so that small requests are answered beside them. The others
 * wait. The readers take turns, and the reads of one reader go in the order in which they came:
 *
 *   visitors of a table  ■ ■ ■ ■ ─┐
 *   Ada                  ■ ───────┼──▶ two at once      next: a visitor, Ada, the job, the other visitors
 *   the table's jobs     ■ ───────┘
 *
 * Tables of one part are read without a turn: there are a thousand records at most. On Lambda a process has one request, which
 * never waits.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { visitorId } from "#lib/data/identity/caller";
import { tooMany } from "#lib/schemas/basics/error";
import type { TableId, UserId } from "#lib/schemas/basics/ids";
import { stopSignal } from "#lib/store/stop-reading";
import { bucketOf } from "./record-keys.ts";
import { lastNumber } from "./record-pages.ts";

/** Who reads which table; no user for jobs. */
export interface TableReader {
  tableId: TableId;
  userId?: UserId;
}

const maxRunning = 2;
/** For each reader: the time of a request ends before so many reads have run. */
const maxWaiting = 100;
/** A request is over after 30 s; one that has not begun by then could not be answered. */
const longestWait = 20_000;

let running = 0;
/** For each reader, its reads that wait. The first reader is next. */
const queues = new Map<string, (() => void)[]>();
const inTurn = new AsyncLocalStorage<true>();

/** How many reads run, and how many wait. */
export const countScans = () => ({
  running,
  waiting: [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
});

/**
 * Runs a read of a whole table when it is its turn; reads inside of it need no turn of their own. Throws 429 if too many reads of this
 * reader wait, or if a request has waited for 20 s, and `Stopped` if the request ends before its turn.
 */
export async function takeScanTurn<Answer>(
  reader: TableReader,
  read: () => Promise<Answer>,
): Promise<Answer> {
  if (inTurn.getStore()) return read();
  if (running >= maxRunning) {
    if (bucketOf(await lastNumber(reader.tableId)) === 0) return read();
    await waitForTurn(nameOf(reader));
  } else running++;
  try {
    return await inTurn.run(true, read);
  } finally {
    endTurn();
  }
}

/** All visitors of a table are one reader; so are its jobs. */
const nameOf = ({ tableId, userId = "jobs" as UserId }: TableReader): string =>
  userId === visitorId || userId === "jobs" ? `${userId} ${tableId}` : userId;

/** A read that ends gives its turn to the next reader, so `running` stays the same. */
function waitForTurn(reader: string): Promise<void> {
  const signal = stopSignal();
  signal?.throwIfAborted();
  // turns may have ended while this was checked
  if (running < maxRunning) {
    running++;
    return Promise.resolve();
  }
  const queue = queues.get(reader) ?? [];
  if (queue.length >= maxWaiting)
    throw tooMany("requests for whole tables at once", 5, `${maxWaiting} that wait`);
  queues.set(reader, queue);
  return new Promise((resolve, reject) => {
    const leave = (reason: unknown) => {
      queue.splice(queue.indexOf(begin), 1);
      if (queue.length === 0) queues.delete(reader);
      stopWaiting();
      reject(reason);
    };
    const leaveStopped = () => leave(signal?.reason);
    // jobs wait as long as it takes
    const timer =
      signal &&
      setTimeout(
        () => leave(tooMany("requests for whole tables at once", 5, "20 s of waiting")),
        longestWait,
      );
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leaveStopped);
    };
    const begin = () => {
      stopWaiting();
      resolve();
    };
    signal?.addEventListener("abort", leaveStopped, { once: true });
    queue.push(begin);
  });
}

function endTurn(): void {
  const [next] = queues;
  if (!next) {
    running--;
    return;
  }
  const [reader, queue] = next;
  const begin = queue.shift();
  // behind the others
  queues.delete(reader);
  if (queue.length > 0) queues.set(reader, queue);
  begin?.();
}
