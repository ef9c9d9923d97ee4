/* Reading changes again after a failure. */
import { setTimeout as wait } from "node:timers/promises";

interface RetryingOptions {
  signal: AbortSignal;
  log: (line: string) => void;
}

/** Pauses that end at once when the signal says so, and an attempt that logs the first failure of a row and then pauses. */
export function retrying({ signal, log }: RetryingOptions) {
  let failures = 0;
  const pause = (milliseconds: number): Promise<void> =>
    wait(milliseconds, undefined, { signal }).catch(() => {});

  /** Undefined when it failed; pauses grow up to 5 s. */
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
