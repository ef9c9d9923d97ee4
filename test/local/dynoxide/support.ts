/* The emulator as the store, whatever engine the run is on. */
import type { LocalStore } from "#lib/local/store/local-store";
import { startStore } from "#lib/local/store/start-store";

export const dynoxide = { GRIDLESS_ENGINE: "dynoxide" };

export interface DynoxideStore extends LocalStore {
  /** Where it answers. */
  endpoint: string;
}

export async function startDynoxide(folder: string, log: string[] = []): Promise<DynoxideStore> {
  const store = await startStore({ folder, env: dynoxide, log: (line) => log.push(line) });
  return { ...store, endpoint: store.environment.AWS_ENDPOINT_URL_DYNAMODB ?? "" };
}
