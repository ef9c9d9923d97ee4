/* Opens the store of a data folder to look inside. Nothing that is missing is made. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Engine } from "#lib/local/embedded/open-engine";
import { sizeOf } from "#lib/local/embedded/storage/file-header";
import { StartError } from "#lib/local/process/start-error";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { damaged, openStore, refuseGone, storeFile } from "#lib/local/store/open-store";

interface OpenFolder {
  folder: string;
  engine: Engine;
  close(): void;
}

/** Opens the folder for this process alone: `npm start` on it must have ended. Throws a StartError where it cannot. */
export function openFolder(path: string): OpenFolder {
  const folder = resolve(path);
  if (sizeOf(storeFile(folder)) === 0 && !existsSync(join(folder, "version")))
    throw new StartError(
      `there is no store in ${folder}: npm start makes one, GRIDLESS_DATA names another folder, -- --memory serves an empty store`,
    );
  const opened = openDataFolder(folder, [versionOf.embedded]);
  const { close } = opened;
  try {
    refuseGone(opened);
    const engine = openStore(folder, { onDamage: (error) => console.error(damaged(folder, error)) });
    return {
      folder,
      engine,
      close: () => {
        engine.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
