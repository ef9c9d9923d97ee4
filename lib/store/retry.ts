/* Retries of requests to the store: which errors are retried, how long to wait, and the error after the last attempt. */

import { AppError } from "#lib/schemas/basics/error";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { Stopped, stopSignal } from "./stop-reading.ts";

/** Attempts of one request to the store. */
export const maxAttempts = 5;

/** Waits before the next attempt: a random time of at most 25, 50, 100 … 800 ms, so that requests that collided once do not collide again. */
export const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** Math.min(attempt, 5)));

/**
 * A function that tells whether `seconds` have passed since now. Retries must end before the 29 seconds of a function do, so that
 * the caller gets an answer.
 */
export function startPatience(seconds: number): () => boolean {
  const end = Date.now() + seconds * msPerSecond;
  return () => Date.now() > end;
}

/** Whether the store rejected an operation in a way that a retry cannot change. */
export const isRefusal = hasErrorName(
  ...["ConditionalCheckFailedException", "TransactionCanceledException", "ValidationException"],
);

/** Whether the store takes no more of these requests at the moment: of the table, or of the partition that they go to. */
export const isThrottled = hasErrorName(
  ...["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"],
);

/** Makes the function that tells whether an error of the store has one of these names. */
export function hasErrorName(...names: string[]): (error: unknown) => boolean {
  return (error) => error instanceof Error && names.includes(error.name);
}

/**
 * Runs an operation that may run twice, and retries it while the store throttles, fails or does not answer. Throws 503 after 5
 * attempts.
 */
export async function retryRequest<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (isRefusal(error) || error instanceof Stopped) throw error;
      refuseDamaged(error);
      if (attempt + 1 >= maxAttempts) throw unavailable(error);
    }
    await pause(attempt);
  }
}

/** As `retryRequest`, for a read: it stops with the request that it belongs to (stop-reading.ts). `read` passes the options to the client. */
export function retryRead<Answer>(
  read: (options: { abortSignal?: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const signal = stopSignal();
  if (!signal) return retryRequest(() => read({}));
  return retryRequest(async () => {
    try {
      signal.throwIfAborted();
      return await read({ abortSignal: signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  });
}

/** Throws the 503 of a store whose file is damaged (lib/local/embedded): no retry helps. */
export function refuseDamaged(error: unknown): void {
  if (error instanceof Error && error.name === "StoreDamagedException")
    throw new AppError(
      "database_connection_unavailable",
      "The store of this service is damaged: a retry does not help. Who runs the service must put it back from a backup",
      { cause: error },
    );
}

/** The 503 for a store that did not answer. */
export const unavailable = (cause: unknown) =>
  new AppError("database_connection_unavailable", "The database does not respond; retry", {
    headers: { "retry-after": "1" },
    cause,
  });

/**
 * Runs `work` for each element, in order, up to `maxParallel` at a time. After a failure no further element is started; the running ones are
 * awaited, so that nothing still runs when the first failure is thrown.
 */
export async function runTogether<Each>(
  list: readonly Each[],
  work: (each: Each, index: number) => Promise<unknown>,
  maxParallel = 4,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const run = async () => {
    while (next < list.length && failures.length === 0) {
      const index = next++;
      await work(list[index] as Each, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, run));
  if (failures.length > 0) throw failures[0];
}
