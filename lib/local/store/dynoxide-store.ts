/* The emulator as the store: in a process of its own, on store.db in the data folder. */
import { join } from "node:path";
import { startEngine } from "#lib/local/dynoxide/engine";
import { indexStream } from "#lib/local/dynoxide/stream-index";
import { streamTrimmer } from "#lib/local/dynoxide/stream-trim";
import { openDataFolder, versionOf } from "./data-folder.ts";
import type { LocalStore, StartOptions } from "./local-store.ts";
import { loadSdk, openRemote } from "./remote-store.ts";

export async function startDynoxide({
  folder: path,
  tableName,
  environment,
  log,
}: StartOptions): Promise<LocalStore> {
  const { folder, close, setVersion } = openDataFolder(path, [versionOf.dynoxide]);
  const file = join(folder, "store.db");
  const sdk = loadSdk();
  try {
    const [engine] = await Promise.all([
      startEngine({ file, pidFile: join(folder, "engine.pid"), log }),
      sdk,
    ]);
    const trimmer = streamTrimmer({ file, tableName, log });
    async function stop(): Promise<void> {
      // before the engine: the last process that closes the file must checkpoint it
      trimmer.stop();
      await engine.stop().finally(close);
    }
    try {
      const { endpoint } = engine;
      const store = await openRemote(
        { ...environment, AWS_ENDPOINT_URL_DYNAMODB: endpoint },
        trimmer.onSettled,
      );
      indexStream(file);
      setVersion(versionOf.dynoxide);
      return { ...store, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    close();
    throw error;
  }
}
