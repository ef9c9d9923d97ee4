/* The store of a data folder, opened to look inside: nothing is made that is not there. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { StartError } from "#lib/local/process/start-error";
import { explainFailure, openDataFolder, versionOf } from "#lib/local/store/data-folder";

interface OpenFolder {
  folder: string;
  engine: Engine;
  close(): void;
}

/** Opens the folder for this process alone: `npm start` on it must have ended. Throws a StartError where it cannot. */
export function openFolder(path: string): OpenFolder {
  const folder = resolve(path);
  const file = join(folder, "store.sqlite");
  if (!existsSync(file))
    throw new StartError(
      `there is no store in ${folder}: npm start makes one, GRIDLESS_DATA names another folder, -- --memory serves an empty store`,
    );
  const { close } = openDataFolder(folder, [versionOf.embedded]);
  try {
    const engine = explainFailure(folder, () => openEngine({ file }));
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
    if (error instanceof StartError) throw error;
    throw new StartError(`the store does not open: ${(error as Error).message}`, { cause: error });
  }
}
