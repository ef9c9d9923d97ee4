/* Asking the store again: when that helps, how long to wait, and what to say in the end. */
import { AppError } from "#lib/schemas/basics/error";

export const maxAttempts = 5;

/** Waits between attempts: up to 25, 50, 100 … ms, at random, so that those who met once do not meet again. */
export const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** Math.min(attempt, 5)));

/** Whether so many seconds have gone by since: who is called waits for 29, and must hear that others were in the way. */
export function startPatience(seconds: number): () => boolean {
  const end = Date.now() + seconds * 1000;
  return () => Date.now() > end;
}

/** Whether the store refused an operation for good, so that trying again changes nothing. */
export const isRefusal = (error: unknown) =>
  error instanceof Error &&
  ["ConditionalCheckFailedException", "TransactionCanceledException", "ValidationException"].includes(
    error.name,
  );

/** Does it again while the store is throttling, away or broken; then 503. For what may be done twice. */
export async function retryRequest<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (attempt + 1 >= maxAttempts) throw unavailable(error);
    }
    await pause(attempt);
  }
}

export const unavailable = (cause: unknown) =>
  new AppError("database_connection_unavailable", "The database does not answer; try again", {
    headers: { "retry-after": "1" },
    cause,
  });

/** So many requests of one piece of work are on their way at once. */
const sideBySide = 4;

/**
 * Does something with each, a few side by side, in order. After a failure none is begun, and those that are running are waited
 * for, so that nothing goes on behind the back of whoever hears of the failure.
 */
export async function runTogether<Each>(
  list: readonly Each[],
  work: (each: Each, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const run = async () => {
    while (next < list.length && failures.length === 0) {
      const index = next++;
      await work(list[index] as Each, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, run));
  if (failures.length > 0) throw failures[0];
}
