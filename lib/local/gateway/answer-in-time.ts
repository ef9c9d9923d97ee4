/*
 * Limits the time of a handler. When its time is over, the answer is 504; when the client of a GET or HEAD has left, no answer can arrive. The
 * handler then stops reading (lib/store/stop-reading.ts), but finishes what it writes.
 */
import type { ServerResponse } from "node:http";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";

interface Waiting<Answer> {
  response: ServerResponse;
  method: string;
  /** Milliseconds. */
  patience: number;
  /** The answer when the time is over. */
  late: Answer;
}

/** The status in the log for a request whose client left before the answer, as nginx has it. */
export const clientLeft = 499;

/** The answer of a handler that is called by `handle`; `late` if it takes too long. */
export async function answerInTime<Answer>(
  { response, method, patience, late }: Waiting<Answer>,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const stopping = new AbortController();
  const stopIfLeft = () => stopping.abort(new Stopped("The client has left"));
  if (method === "GET" || method === "HEAD") {
    if (response.closed) stopIfLeft();
    response.once("close", stopIfLeft);
  }
  let timer: NodeJS.Timeout | undefined;
  // a timer of its own: to abort one of node:timers/promises costs an error for each request
  const waitUntilLate = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      stopping.abort(new Stopped(`No answer within ${patience / 1000} s`));
      resolve(late);
    }, patience);
  });
  try {
    return await Promise.race([stopReadsOn(stopping.signal, handle), waitUntilLate]);
  } finally {
    clearTimeout(timer);
    response.off("close", stopIfLeft);
  }
}
