/* Removes expired items each minute, as DynamoDB does by the table's time to live. */
import type { Engine } from "#lib/local/embedded/open-engine";
import { repeatWork } from "#lib/local/process/repeat-work";

const interval = 60_000;

export function startExpiry(engine: Pick<Engine, "removeExpired">, log: (line: string) => void) {
  const removing = repeatWork(remove, interval);
  return removing;

  async function remove(): Promise<void> {
    try {
      await engine.removeExpired();
    } catch (error) {
      // of a damaged store that is said already (open-store.ts)
      if ((error as Error).name === "StoreDamagedException") void removing.stop();
      else log(`expired items could not be removed: ${(error as Error).message}`);
    }
  }
}
