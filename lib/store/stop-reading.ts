/*
 * When a request needs no answer any longer (its time is over, its client has left), its reads stop: the next one throws. Writes never
 * stop, and a commit that has begun also reads to its end.
 *
 *   gateway ──▶ stopReadsOn(signal) ─▶ handler ─▶ lib/data ─▶ read ─▶ read ─✗ Stopped
 *                                                            commit ─▶ …   ─▶ done
 *
 * The signal goes along with the asynchronous calls of a request, so no function passes it on. On Lambda there is none: a function
 * whose time is over is ended by Lambda.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "#lib/schemas/basics/error";

/** Thrown by a read whose answer is no longer needed. */
export class Stopped extends AppError {
  constructor(message: string) {
    super("gateway_timeout", message);
  }
}

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/** Runs a request whose reads stop once the signal is aborted. They throw its reason, which must be a `Stopped`. */
export const stopReadsOn = <Answer>(signal: AbortSignal, request: () => Answer): Answer =>
  signals.run(signal, request);

/** Runs work whose reads do not stop, even if the request is over. */
export const readToTheEnd = <Answer>(work: () => Answer): Answer => signals.run(undefined, work);

/** The signal that stops the reads of the running request; `undefined` if nothing does. */
export const stopSignal = (): AbortSignal | undefined => signals.getStore();
