/* Removes expired items each minute, as DynamoDB does by the table's time to live. */
import type { Engine } from "#lib/local/embedded/open-engine";

const interval = 60_000;

export function startExpiry(engine: Pick<Engine, "removeExpired">, log: (line: string) => void) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= remove().finally(() => {
      running = undefined;
    });
  }, interval).unref();

  async function remove(): Promise<void> {
    try {
      await engine.removeExpired();
    } catch (error) {
      // of a damaged store that is said already (open-store.ts)
      if ((error as Error).name === "StoreDamagedException") clearInterval(timer);
      else log(`expired items could not be removed: ${(error as Error).message}`);
    }
  }

  /** Waits for the removal that is running. */
  async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  }
  return { stop };
}
