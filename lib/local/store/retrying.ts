/* Reading changes again after a failure. */
import { setTimeout as wait } from "node:timers/promises";

interface RetryingOptions {
  signal: AbortSignal;
  log: (line: string) => void;
}

/**
 * Gives `pause`, which ends at once when the signal is aborted, and `attempt`, which logs the first of several failures in a row, and
 * pauses after each.
 */
export function retrying({ signal, log }: RetryingOptions) {
  let failures = 0;
  const pause = (milliseconds: number): Promise<void> =>
    wait(milliseconds, undefined, { signal }).catch(() => {});

  /** Undefined if the work failed. Pauses grow up to 5 s. */
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      if (failures++ === 0 && !signal.aborted) log(`the stream cannot be read: ${(error as Error).message}`);
      await pause(Math.min(100 * 2 ** failures, 5000));
      return undefined;
    }
  }
  return { pause, attempt };
}
